import { Button, Menu, SegmentedControl } from "@mantine/core"
import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"

import type { Agreement, ConstructAgreement } from "../../api/agreement"
import { isApiError } from "../../api/client"
import { answersCsv, studyQuery } from "../../api/queries"
import type { PassKind } from "../../api/types"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { Glossary } from "../../components/glossary"
import { LinkButton } from "../../components/link-button"
import { NoRight } from "../../components/no-right"
import { dateTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import classes from "./agreement.module.css"
import { AgreementTable } from "./agreement-table"
import { BegunNotice } from "./begun-notice"
import { ConstructGlance } from "./construct-glance"
import { Freshness } from "./freshness"
import { meaningsOf } from "./meanings"
import { MethodsDialog } from "./methods-dialog"
import { agreementQueries, figuresCsv, votesCsv } from "./queries"
import { texts } from "./texts"
import { UnseenNotice } from "./unseen-notice"

const ROUTE = "/signed-in/studies/$slug/agreement"
const PASSES: PassKind[] = ["together", "words", "face"]

export function AgreementPage() {
  const { slug } = useParams({ from: ROUTE })
  const { pass = "together" } = useSearch({ from: ROUTE })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const agreement = useQuery({ ...agreementQueries.overview(slug, pass), placeholderData: keepPreviousData })

  if (isApiError(agreement.error) && agreement.error.status === 403) return <NoRight say={texts} />
  const figures = agreement.data?.figures
  const hasFigures = figures?.constructs.some(({ main }) => main.value !== null) ?? false
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            {figures && hasFigures && <MethodsDialog agreement={figures} />}
            {hasFigures && <CsvMenu slug={slug} pass={pass} />}
          </>
        }
      >
        {figures && hasFigures && <Basis figures={figures} />}
      </PageHeader>
      {study.has_channel_passes && <PassControl pass={pass} />}
      {agreement.error && <ErrorNotice error={agreement.error} retry={() => void agreement.refetch()} />}
      {agreement.data && !agreement.isPlaceholderData && (
        <Freshness key={pass} slug={slug} pass={pass} kept={agreement.data} />
      )}
      {agreement.isPending && (
        <Panel isFlush>
          <TableSkeleton rows={8} />
        </Panel>
      )}
      <UnseenNotice nUnseen={agreement.data?.n_unseen ?? 0} />
      {figures && !hasFigures && <BegunNotice slug={slug} begun={figures.begun} />}
      {figures && !hasFigures && (
        <Panel isFlush>
          <Empty
            title={texts.none}
            action={
              <LinkButton to="/studies/$slug/raters" params={{ slug }}>
                {texts.toRaters}
              </LinkButton>
            }
          >
            {texts.noneText}
          </Empty>
        </Panel>
      )}
      {figures && hasFigures && (
        <div className={classes.stack} data-is-old={agreement.isPlaceholderData || undefined}>
          <Statement headline={figures.headline} tone={figures.constructs.every(isRead) ? "calm" : "warn"}>
            {figures.text}
          </Statement>
          <BegunNotice slug={slug} begun={figures.begun} />
          <Panel isFlush>
            <AgreementTable slug={slug} pass={figures.pass} constructs={figures.constructs} />
            <Glossary summary={texts.meanings} entries={meaningsOf(figures.constructs)} />
          </Panel>
          {figures.constructs[0] && (
            // Of the pass that the figures are of: while another one comes, that one does not ask this construct.
            <ConstructGlance slug={slug} pass={figures.pass} construct={figures.constructs[0].key} />
          )}
        </div>
      )}
    </>
  )
}

const Basis = ({ figures }: { figures: Agreement }) => (
  <>
    {texts.lead(figures.n_sessions, figures.n_turns, figures.n_raters)}{" "}
    {texts.resampled(figures.resampled, figures.n_clusters, figures.bootstrap)}{" "}
    <span className={classes.asOf}>{texts.asOf(dateTime(figures.as_of))}</span>
  </>
)

/** Whether a construct reaches the lowest bar of its coefficient. */
const isRead = ({ reading }: ConstructAgreement) => !["undefined", "no interval", "low", "poor"].includes(reading)

function PassControl({ pass }: { pass: PassKind }) {
  const navigate = useNavigate({ from: "/studies/$slug/agreement" })
  return (
    <SegmentedControl
      aria-label={texts.passLabel}
      className={classes.passes}
      value={pass}
      onChange={(value) => void navigate({ search: { pass: PASSES.find((each) => each === value) } })}
      data={PASSES.map((value) => ({ value, label: texts.pass[value] }))}
    />
  )
}

function CsvMenu({ slug, pass }: { slug: string; pass: PassKind }) {
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <Button variant="default">{texts.csv}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={figuresCsv(slug, pass)} download>
          {texts.csvFigures}
        </Menu.Item>
        <Menu.Item component="a" href={votesCsv(slug, pass)} download>
          {texts.csvVotes}
        </Menu.Item>
        <Menu.Item component="a" href={answersCsv(slug)} download>
          {texts.csvAnswers}
          <div className="small">{texts.csvAnswersNote}</div>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
