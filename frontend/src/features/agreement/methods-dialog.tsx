import { Button, CopyButton, Modal } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"

import type { Agreement } from "../../api/agreement"
import { DialogActions } from "../../components/dialog-actions"
import { dateTime } from "../../components/numbers"
import { coefficientOf } from "./coefficients"
import { texts } from "./texts"

type Props = { agreement: Agreement }

/** How the figures were computed, as a paragraph for a paper. */
export function MethodsDialog({ agreement }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const paragraph = methodsOf(agreement)
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.methods.open}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.methods.title} size="lg">
        <p>{paragraph}</p>
        <DialogActions>
          <CopyButton value={paragraph}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? texts.methods.copied : texts.methods.copy}
              </Button>
            )}
          </CopyButton>
        </DialogActions>
      </Modal>
    </>
  )
}

function methodsOf(agreement: Agreement): string {
  const { as_of, n_sessions, n_turns, n_raters, ratings_per_turn, resampled, n_clusters, bootstrap, seed, constructs } =
    agreement
  const used = new Set(constructs.flatMap(({ coefficient, beside }) => [coefficient, ...Object.keys(beside)]))
  return texts.methods.text({
    sessions: n_sessions,
    turns: n_turns,
    raters: n_raters,
    coefficients: [...used].map((name) => coefficientOf(name).name).join(", "),
    hasGaps: ratings_per_turn !== null && ratings_per_turn < n_raters,
    ratingsPerTurn: (ratings_per_turn ?? 0).toFixed(2),
    cluster: resampled,
    clusters: n_clusters,
    bootstrap,
    seed,
    asOf: dateTime(as_of),
  })
}
