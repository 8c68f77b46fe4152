import classes from "./level-chip.module.css"

type Props = {
  /** A level's key or number. The three levels of incongruence have their colours everywhere, others are plain. */
  level: string
  label: string
}

/** One answer as a word; never as a colour alone. */
export function LevelChip({ level, label }: Props) {
  return (
    <span className={classes.chip} data-level={level}>
      {label}
    </span>
  )
}
