import classes from "./key-hint.module.css"

type Props = { keys: string; isOnAccent?: boolean }

/** The key that does what it stands beside. Screen readers get it from `aria-keyshortcuts` of the control. */
export function KeyHint({ keys, isOnAccent = false }: Props) {
  return (
    <kbd aria-hidden className={classes.key} data-on-accent={isOnAccent || undefined}>
      {keys}
    </kbd>
  )
}
