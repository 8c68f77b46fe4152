import classes from "./glossary.module.css"

type Props = { summary: string; entries: (readonly [term: string, meaning: string])[] }

/** What the figures of a page mean, a sentence each, behind a click. */
export function Glossary({ summary, entries }: Props) {
  return (
    <details className={classes.glossary}>
      <summary>{summary}</summary>
      <dl>
        {entries.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
