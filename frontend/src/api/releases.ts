/** What the server answers about releases: frozen, numbered sets of gold labels. */
import type { Schemas } from "./types"

export type ReleaseState = Schemas["ReleaseState"]
export type ReleasePlan = Schemas["PlanOutput"]
export type Manifest = Schemas["ManifestOutput"]
export type Split = keyof Manifest["splits"]
export type Release = Schemas["ReleaseOutput"]
/** A release in a list, without its manifest. */
export type ReleaseRow = Schemas["ReleaseRowOutput"]
