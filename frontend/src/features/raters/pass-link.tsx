import { Link } from "@tanstack/react-router"

import type { Assignment } from "../../api/types"
import { texts } from "./texts"

/** The name of a pass, which opens it to be looked at; nobody looks at a pass without consent to label its session. */
export function PassLink({ assignment: { id, rater, session, pass_kind, may_label } }: { assignment: Assignment }) {
  const name = texts.passKind[pass_kind]
  if (!may_label) return name
  return (
    <Link to="/assignments/$id" params={{ id: String(id) }} aria-label={texts.look(name, rater, session.key)}>
      {name}
    </Link>
  )
}
