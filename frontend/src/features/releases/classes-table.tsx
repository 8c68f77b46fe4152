import { useQuery } from "@tanstack/react-query"

import { codebookQuery, levelLabel } from "../../api/codebook"
import type { Split } from "../../api/releases"
import { LevelChip } from "../../components/level-chip"
import { count, percent } from "../../components/numbers"
import css from "./releases.module.css"
import { texts } from "./texts"

type Props = { slug: string; classes: Record<Split, Record<string, number>> }

const SIDES: Split[] = ["train", "holdout"]
const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** How many turns of each label stand on either side, with their share of the side. */
export function ClassesTable({ slug, classes }: Props) {
  const codebook = useQuery(codebookQuery(slug)).data
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th>{texts.level}</th>
          {SIDES.map((side) => (
            <th key={side} data-number>
              {texts.sides[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.keys(classes.train).map((level) => (
          <tr key={level}>
            <td>
              <LevelChip level={level} label={levelLabel(codebook, "incongruence", level)} />
            </td>
            {SIDES.map((side) => (
              <td key={side} data-number>
                {count(classes[side][level] ?? 0)}{" "}
                <span className="small">{share(classes[side][level] ?? 0, sumOf(classes[side]))}</span>
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td>{texts.sum}</td>
          {SIDES.map((side) => (
            <td key={side} data-number>
              {count(sumOf(classes[side]))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

const share = (n: number, all: number): string => (all ? percent(n / all) : "")
