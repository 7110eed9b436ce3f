/** What became of a letter, and so what a page or another letter may say of it (docs/decisions/108). */
import type { HeldBackFor } from './letter-limits.ts'

/** `at`: when it was sent, or until when it waits because one went a short while ago, ISO 8601. */
export type Told =
  | { state: 'sent' | 'waits'; at: string }
  | { state: 'sending' }
  /** It could not be delivered. */
  | { state: 'failed' }
  /** It did not go: by a limit, or because letters to its address come back. */
  | { state: HeldBackFor | 'undeliverable' }

/** A row of the outbox, as far as it says so. */
export type LetterRow = {
  createdAt: Date
  sentAt: Date | null
  givenUpAt: Date | null
  withheldFor: string | null
}

/** Null: nothing is to be said, its stage was over before it went. */
export function toldOf({ createdAt, sentAt, givenUpAt, withheldFor }: LetterRow, now: Date): Told | null {
  if (sentAt) return { state: 'sent', at: sentAt.toISOString() }
  if (withheldFor === 'limit' || withheldFor === 'unconfirmed' || withheldFor === 'undeliverable') {
    return { state: withheldFor }
  }
  if (withheldFor !== null) return null
  if (givenUpAt) return { state: 'failed' }
  // One that waits for the end of three hours is owed from then on.
  return createdAt > now ? { state: 'waits', at: createdAt.toISOString() } : { state: 'sending' }
}
