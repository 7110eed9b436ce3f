/** Why nothing can be answered now: the database is unavailable, or the clock of this process is wrong. */
const REASONS = ['database', 'clock'] as const

export type Unavailable = (typeof REASONS)[number]

/** Tells the browser the reason, because Remix passes it no status. */
export const UNAVAILABLE_HEADER = 'X-Unavailable'

export function isUnavailable(text: unknown): text is Unavailable {
  return REASONS.some((reason) => reason === text)
}

/** A form that somebody sent, to be sent again. */
export type TypedForm = {
  /** The path and query it was sent to. */
  action: string
  fields: [name: string, value: string][]
  /** Names of the chosen files: no page can keep the files themselves. */
  files: string[]
}
