import { Button, CopyButton } from "@mantine/core"

import { frameRuleName } from "../../api/frame-rules"
import type { Manifest, Release, Split } from "../../api/releases"
import { count, dateTime, fileSize, percent } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { ClassesTable } from "./classes-table"
import { Provenance } from "./provenance"
import classes from "./releases.module.css"
import { SplitSessions } from "./split-sessions"
import { texts } from "./texts"

const say = texts.page

type Props = { slug: string; release: Release; manifest: Manifest }

/** What the manifest says. */
export function ReleaseContent({ slug, release, manifest }: Props) {
  return (
    <>
      <div className={classes.two}>
        <Panel title={say.facts}>
          <dl className={classes.facts}>
            {factsOf(release, manifest).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title={say.provenance} note={say.provenanceNote}>
          <Provenance slug={slug} release={release} manifest={manifest} />
        </Panel>
        <Panel title={texts.plan.classes} isFlush>
          <ClassesTable slug={slug} classes={bySide(manifest.counts.incongruence)} />
        </Panel>
        <Panel title={texts.plan.sessions}>
          <SplitSessions splits={manifest.splits} />
        </Panel>
      </div>
      <Panel
        title={say.hash}
        note={say.hashNote}
        actions={
          <CopyButton value={release.content_hash}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? say.copied : say.copy}
              </Button>
            )}
          </CopyButton>
        }
      >
        <code className={classes.hash}>{release.content_hash}</code>
      </Panel>
    </>
  )
}

function factsOf({ note, frozen_by }: Release, manifest: Manifest): [string, string][] {
  const { counts, codebook, frame_rule, files, consent, labels } = manifest
  const raters = labels?.raters.incongruence
  const names = say.factNames
  const size = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    [names.turns, count(counts.turns)],
    [names.sessions, count(counts.sessions)],
    [names.persons, count(counts.persons)],
    [names.frames, say.ofTurns(counts.with_frame, counts.turns)],
    [names.codebook, say.version(codebook.name, codebook.version)],
    [names.frameRule, frame_rule ? say.version(frameRuleName(frame_rule.name), frame_rule.version) : "–"],
    ...(raters
      ? [
          [
            names.raters,
            say.ratersOf(raters, labels.origins.incongruence?.few_raters ?? 0, labels.raters_per_turn),
          ] satisfies [string, string],
        ]
      : []),
    [names.share, percent(manifest.holdout_share)],
    [names.seed, String(manifest.seed)],
    [names.consent, say.consentOf(consent.scopes, consent.persons)],
    [names.files, say.files(files.length, fileSize(size))],
    [names.frozen, texts.by(dateTime(manifest.frozen_at), frozen_by)],
    ...(note ? [[names.note, note] satisfies [string, string]] : []),
  ]
}

/** Counts by side, then label, as the plan has them. */
function bySide(counts: Record<string, Record<Split, number>>): Record<Split, Record<string, number>> {
  const side = (split: Split) => Object.fromEntries(Object.entries(counts).map(([level, n]) => [level, n[split]]))
  return { train: side("train"), holdout: side("holdout") }
}
