import { useQuery } from "@tanstack/react-query"

import { codebookQuery, levelLabel } from "../../api/codebook"
import { isDefined, type Evaluation, type RunDetail } from "../../api/runs"
import { HeatTable } from "../../components/heat-table"
import { count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { DetectionPanel } from "./detection-panel"
import { EmpathyPanel } from "./empathy-panel"
import { GuardsPanel } from "./guards-panel"
import { MainFiguresPanel } from "./main-figures-panel"
import { ReliabilityPanel } from "./reliability-panel"
import { RepliesPanel } from "./replies-panel"
import classes from "./runs.module.css"
import { texts } from "./texts"
import { VadPanel } from "./vad-panel"

type Props = { slug: string; run: RunDetail; evaluation: Evaluation }

/** Everything the run was scored by, each figure with what stands beside it. */
export function FiguresOfRun({ slug, run, evaluation }: Props) {
  const codebook = useQuery(codebookQuery(slug)).data
  const { detection, vad, replies } = evaluation
  const label = (level: string) => levelLabel(codebook, "incongruence", level)
  return (
    <>
      {run.chart.length > 0 && <MainFiguresPanel groups={run.chart} note={run.group_note} />}
      {isDefined(detection) ? (
        <>
          <DetectionPanel run={run} detection={detection} majority={label(detection.majority_class.level)} />
          <div className={classes.two}>
            <Panel title={texts.detection.confusion} note={texts.detection.confusionNote}>
              <HeatTable
                corner={texts.detection.corner}
                labels={detection.types.levels.map(label)}
                cells={detection.types.confusion.map(shares)}
              />
            </Panel>
            <ReliabilityPanel bins={detection.reliability} />
          </div>
          {Object.keys(vad).length > 0 && <VadPanel vad={vad} />}
        </>
      ) : (
        <Panel title={texts.detection.title}>{detection.why_undefined}</Panel>
      )}
      {isDefined(replies.model) ? (
        <>
          <RepliesPanel
            model={replies.model}
            reference={isDefined(replies.reference) ? replies.reference : undefined}
          />
          <GuardsPanel guards={replies.model.guards} />
        </>
      ) : (
        <Panel title={texts.replies.title}>{replies.model.why_undefined}</Panel>
      )}
      <EmpathyPanel empathy={run.sense7} />
    </>
  )
}

function shares(row: number[]) {
  const total = row.reduce((sum, n) => sum + n, 0)
  return row.map((n) => ({ share: total ? n / total : 0, text: count(n) }))
}
