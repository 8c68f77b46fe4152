import classes from "./key-hint.module.css"

type Props = {
  keys: string
  isOnAccent?: boolean
  /** Whether nothing else says what the control does: then it stays where there are no keys. */
  isAll?: boolean
}

/** The key that does what it stands beside. Screen readers get it from `aria-keyshortcuts` of the control. */
export function KeyHint({ keys, isOnAccent = false, isAll = false }: Props) {
  return (
    <kbd aria-hidden className={classes.key} data-on-accent={isOnAccent || undefined} data-is-all={isAll || undefined}>
      {keys}
    </kbd>
  )
}
