import { Drawer } from "@mantine/core"

import type { Codebook } from "../../../api/types"
import { texts } from "../texts"
import classes from "./workspace.module.css"

type Props = { isOpen: boolean; onClose: () => void; codebook: Codebook }

/** What each question and each of its levels means. */
export function CodebookDrawer({ isOpen, onClose, codebook }: Props) {
  const say = texts.codebookDrawer
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" title={say.title(codebook.name, codebook.version)}>
      <div className={classes.codebook}>
        {codebook.constructs.map(({ key, label, question, definition, examples, levels, scale }) => (
          <section key={key}>
            <h3>{label}</h3>
            <p>{question}</p>
            {definition && <p className="small">{definition}</p>}
            {scale === "nominal" && (
              <dl>
                {levels.map((level) => (
                  <div key={level.key}>
                    <dt>{level.label}</dt>
                    <dd>{level.definition}</dd>
                  </div>
                ))}
              </dl>
            )}
            {examples.length > 0 && (
              <>
                <p className="small">{say.examples}</p>
                <ul>
                  {examples.map((example) => (
                    <li key={example}>{example}</li>
                  ))}
                </ul>
              </>
            )}
          </section>
        ))}
      </div>
    </Drawer>
  )
}
