/** A turn as every page names it: by its session, and by its place among all turns of that session, counted from 1. */
export const turnName = (session: string, position: number) => `${session} · turn ${position + 1}`

export const clipName = (session: string, position: number) => `Clip of ${session}, turn ${position + 1}`
