import type { Limits } from "../queries"
import { texts } from "./texts"

/** What may be sent, by the server's names: the second recording is another camera's, of the counsellor. */
export type Kind = "transcript" | "video" | "counsellor_video"

const formatsOf = (kind: Kind, limits: Limits) =>
  kind === "transcript" ? limits.transcript_formats : limits.video_formats
const mostOf = (kind: Kind, limits: Limits) =>
  kind === "transcript" ? limits.max_transcript_bytes : limits.max_video_bytes

/** What may be chosen, and of a recording how much there is room for. */
export function limitsText(kind: Kind, limits: Limits): string {
  const most = mostOf(kind, limits)
  const text = texts.limits(formatsOf(kind, limits), most)
  if (kind === "transcript") return text
  if (most === 0) return texts.noRoom
  return `${text}. ${limits.room_bytes > most ? texts.room(limits.room_bytes) : texts.roomIsLimit}`
}

/** What the input asks the browser's file chooser for: ".vtt,.srt". */
export const accepted = (kind: Kind, limits: Limits) =>
  formatsOf(kind, limits)
    .map((format) => `.${format}`)
    .join(",")

/** Why the server would refuse the file, known before it is sent; null when it may be sent. */
export function fileFault(file: Pick<File, "name" | "size">, kind: Kind, limits: Limits): string | null {
  const formats = formatsOf(kind, limits)
  if (!formats.includes(extensionOf(file.name))) return texts.fault.format(file.name, formats)
  if (file.size === 0) return texts.fault.empty(file.name)
  const most = mostOf(kind, limits)
  return file.size > most ? texts.fault.tooLarge(file.name, file.size, most) : null
}

/** Which a dropped file is, by its name; null when it is neither. */
export function kindOf(name: string, limits: Limits): "transcript" | "video" | null {
  const extension = extensionOf(name)
  if (limits.transcript_formats.includes(extension)) return "transcript"
  return limits.video_formats.includes(extension) ? "video" : null
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase()
