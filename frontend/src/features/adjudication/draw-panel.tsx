import { Button, NumberInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"

import { membersQuery, studyQuery } from "../../api/queries"
import { Panel } from "../../components/panel"
import { Refusal } from "../../components/refusal"
import classes from "./adjudication.module.css"
import { consensusQuery, drawSample, reviewQueries } from "./queries"
import { texts } from "./texts"

const DEFAULT_SIZE = 100

/** Draw turns for the experts. */
export function DrawPanel({ slug }: { slug: string }) {
  const queryClient = useQueryClient()
  const consensus = useQuery(consensusQuery(slug)).data
  const members = useQuery(membersQuery(slug)).data
  const [size, setSize] = useState<number | string>(DEFAULT_SIZE)
  const [seed, setSeed] = useState<number | string>("")
  const draw = useMutation({
    mutationFn: () => drawSample(slug, { size: Number(size), seed: seed === "" ? undefined : Number(seed) }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: reviewQueries.all() })
      void queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    draw.mutate()
  }
  const say = texts.review
  return (
    <Panel title={say.draw} note={say.drawNote}>
      <form onSubmit={submit} className={classes.drawForm}>
        <NumberInput
          label={say.size}
          min={1}
          max={10_000}
          required
          withAsterisk={false}
          value={size}
          onChange={setSize}
          w={110}
        />
        <NumberInput label={say.seed} min={0} value={seed} onChange={setSeed} w={140} allowDecimal={false} />
        <Button type="submit" variant="default" loading={draw.isPending}>
          {say.draw}
        </Button>
        <p className="small">{say.seedHint}</p>
        {members && !members.some(({ role }) => role === "expert") && (
          <p role="status">
            {say.noExpert}{" "}
            <Link to="/studies/$slug/raters" params={{ slug }}>
              {say.toRaters}
            </Link>
          </p>
        )}
        <Refusal of={draw} restsOn={[size, seed, consensus]} />
      </form>
    </Panel>
  )
}
