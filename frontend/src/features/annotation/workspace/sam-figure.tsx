/** Figures after the idea of the self-assessment manikin, drawn by us: 1 to 9 as a face, a burst, a figure's size. */

type Props = { level: number }

const frame = { width: 26, height: 30, viewBox: "0 0 26 30", "aria-hidden": true } as const
const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.6, strokeLinecap: "round" } as const

function Face({ level }: Props) {
  const smile = (level - 5) * 1.05
  return (
    <svg {...frame} {...stroke}>
      <circle cx="13" cy="14" r="10.5" />
      <circle cx="9.3" cy="11.5" r="0.9" fill="currentColor" />
      <circle cx="16.7" cy="11.5" r="0.9" fill="currentColor" />
      <path d={`M8 ${18.5 - smile * 0.6}Q13 ${18.5 + smile * 1.7} 18 ${18.5 - smile * 0.6}`} />
    </svg>
  )
}

function Burst({ level }: Props) {
  const k = level - 1
  const inner = 4.5 + k * 0.2
  const outer = inner + k * 0.75
  const rays = k === 0 ? [] : Array.from({ length: 8 }, (_, ray) => (ray * Math.PI) / 4)
  const at = (angle: number, radius: number) => `${13 + Math.cos(angle) * radius} ${15 + Math.sin(angle) * radius}`
  return (
    <svg {...frame} {...stroke}>
      <circle cx="13" cy="15" r={2 + k * 0.25} fill="currentColor" />
      {rays.map((angle) => (
        <path key={angle} d={`M${at(angle, inner)}L${at(angle, outer)}`} />
      ))}
    </svg>
  )
}

function Figure({ level }: Props) {
  return (
    <svg {...frame} fill="currentColor">
      <g transform={`translate(13 28) scale(${0.4 + (level - 1) * 0.065})`}>
        <circle cy="-22" r="6.5" />
        <path d="M-11 0C-11-10-6-14 0-14S11-10 11 0z" />
      </g>
    </svg>
  )
}

const FIGURES = { valence: Face, arousal: Burst, dominance: Figure }

/** The figure for a construct such as `valence_face`, if we have one for its dimension. */
export function figureOf(constructKey: string): ((props: Props) => React.ReactNode) | undefined {
  const dimension = constructKey.split("_")[0] ?? ""
  return dimension in FIGURES ? FIGURES[dimension as keyof typeof FIGURES] : undefined
}
