/** Why nothing can be answered just now: the database is away, or the clock of this process is off. */
const REASONS = ['database', 'clock'] as const

export type Unavailable = (typeof REASONS)[number]

/** Tells the browser, which Remix hands no status. */
export const UNAVAILABLE_HEADER = 'X-Unavailable'

export function isUnavailable(text: unknown): text is Unavailable {
  return REASONS.some((reason) => reason === text)
}

/** What somebody has sent, to be sent again. */
export type TypedForm = {
  /** The path and query it was sent to. */
  action: string
  fields: [name: string, value: string][]
  /** Names of the files that were chosen: no page can keep those. */
  files: string[]
}
