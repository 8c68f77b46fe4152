import { VisuallyHidden } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { Fragment } from "react"

import type { ConstructAgreement } from "../../api/agreement"
import type { PassKind } from "../../api/types"
import { Axis } from "../../components/axis"
import { EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { coefficient, count, percent } from "../../components/numbers"
import classes from "./agreement.module.css"
import { shortName } from "./coefficients"
import { read } from "./reading"
import { texts } from "./texts"

type Props = { slug: string; pass: PassKind; constructs: ConstructAgreement[] }

/** One line a construct: its main figure with the thresholds it is read by, and what must stand beside it. */
export function AgreementTable({ slug, pass, constructs }: Props) {
  const { columns } = texts
  return (
    <table className={classes.table} aria-label={texts.title}>
      <thead>
        <tr>
          <th>{columns.construct}</th>
          <th>{columns.coefficient}</th>
          <th data-number>{columns.value}</th>
          <th className={classes.interval}>
            <VisuallyHidden>{columns.interval}</VisuallyHidden>
            <Axis bars={constructs[0]?.bars ?? []} />
          </th>
          <th data-number>{columns.percent}</th>
          <th data-number>{columns.ac}</th>
          <th data-number>{columns.n}</th>
        </tr>
      </thead>
      <tbody>
        {constructs.map((construct, index) => (
          <Fragment key={construct.key}>
            {index > 0 && differs(construct.bars, constructs[index - 1]?.bars) && (
              <tr className={classes.axisRow}>
                <td colSpan={3} />
                <td className={classes.interval}>
                  <Axis bars={construct.bars} />
                </td>
                <td colSpan={3} />
              </tr>
            )}
            <Row slug={slug} pass={pass} construct={construct} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Row({ slug, pass, construct }: { slug: string; pass: PassKind; construct: ConstructAgreement }) {
  const { key, label, scale, coefficient: name, main, beside, bars } = construct
  const chanceCorrected = beside.ac1 ?? beside.ac2
  return (
    <tr>
      <th scope="row">
        <Link to="/studies/$slug/agreement/$construct" params={{ slug, construct: key }} search={{ pass }}>
          {label}
        </Link>
      </th>
      <td className="small">
        {shortName(name, scale)}
        {main.value !== null && <div>{texts.reading[read(construct)]}</div>}
      </td>
      <td data-number>
        <EstimateValue estimate={main} />
        {main.low !== null && (
          <div className={`small ${classes.bounds}`}>
            {coefficient(main.low)} to {coefficient(main.high)}
          </div>
        )}
      </td>
      <td className={classes.interval}>
        <IntervalBar estimate={main} bars={bars} />
      </td>
      <td data-number>{percent(beside.percent?.value)}</td>
      <td data-number>{coefficient(chanceCorrected?.value)}</td>
      <td data-number>{count(main.n_units)}</td>
    </tr>
  )
}

const differs = (one: number[], other: number[] | undefined) => one.join() !== other?.join()
