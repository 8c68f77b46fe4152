import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams, useSearch } from "@tanstack/react-router"

import type { ConstructDetail } from "../../api/agreement"
import { isApiError } from "../../api/client"
import type { PassKind } from "../../api/types"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { percent } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { PageSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import classes from "./agreement.module.css"
import { BegunNotice } from "./begun-notice"
import { ClassesTable } from "./classes-table"
import { coefficientOf } from "./coefficients"
import { CoefficientsTable } from "./coefficients-table"
import { ConfusionPanel } from "./confusion-panel"
import { Freshness } from "./freshness"
import { PairsMap } from "./pairs-map"
import { agreementQueries, votesCsv } from "./queries"
import { read } from "./reading"
import { texts } from "./texts"
import { WorstTurns } from "./worst-turns"

const ROUTE = "/signed-in/studies/$slug/agreement/$construct"
const TRUSTED = ["reliable", "good", "excellent"]

export function ConstructPage() {
  const { slug, construct } = useParams({ from: ROUTE })
  const { pass = "together" } = useSearch({ from: ROUTE })
  const detail = useQuery(agreementQueries.construct(slug, pass, construct))
  const say = texts.construct

  if (isApiError(detail.error) && detail.error.status === 403) return <NoRight say={texts} />
  if (detail.error) return <ErrorNotice isPage error={detail.error} retry={() => void detail.refetch()} />
  if (!detail.data) return <PageSkeleton />
  const figures = detail.data.figures
  if (!figures) {
    return (
      <>
        <PageHeader title={texts.title}>
          <Back slug={slug} pass={pass} />
        </PageHeader>
        <Freshness slug={slug} pass={pass} kept={detail.data} />
      </>
    )
  }
  const { label, reading, coefficient: main, main: estimate, per_class, confusion, pairs, worst, begun } = figures
  return (
    <>
      <PageHeader
        title={label}
        actions={
          <Button component="a" variant="default" href={votesCsv(slug, pass, construct)} download>
            {texts.csv}
          </Button>
        }
      >
        <Back slug={slug} pass={pass} /> · {texts.pass[pass]} ·{" "}
        {say.rests(estimate.n_units, estimate.n_raters, main.startsWith("icc"))}
      </PageHeader>
      <Freshness slug={slug} pass={pass} kept={detail.data} />
      <Statement headline={say.headline[read(figures)]} tone={TRUSTED.includes(reading) ? "calm" : "warn"}>
        <Beside detail={figures} name={coefficientOf(main).name} />
      </Statement>
      <BegunNotice slug={slug} begun={begun} />
      <Panel title={say.coefficients} note={say.coefficientsNote(estimate.resampled, estimate.n_clusters)} isFlush>
        <CoefficientsTable detail={figures} />
      </Panel>
      {per_class.length > 0 && (
        <Panel title={say.classes} note={say.classesNote} isFlush>
          <ClassesTable classes={per_class} />
        </Panel>
      )}
      <div className={classes.two}>
        {confusion && <ConfusionPanel slug={slug} construct={construct} confusion={confusion} />}
        {pairs && <PairsMap pairs={pairs} construct={label} />}
      </div>
      <WorstTurns slug={slug} construct={construct} turns={worst} />
    </>
  )
}

const Back = ({ slug, pass }: { slug: string; pass: PassKind }) => (
  <Link to="/studies/$slug/agreement" params={{ slug }} search={{ pass }}>
    {texts.construct.back}
  </Link>
)

function Beside({ detail, name }: { detail: ConstructDetail; name: string }) {
  const { main, subtype_agreement, cannot_judge_share } = detail
  const sentences = [
    main.value === null ? main.why_undefined : texts.construct.readOn(name),
    subtype_agreement?.value != null && texts.construct.subtype(percent(subtype_agreement.value)),
    cannot_judge_share ? texts.construct.cannotJudge(percent(cannot_judge_share, 1)) : null,
  ]
  return <>{sentences.filter(Boolean).join(" ")}</>
}
