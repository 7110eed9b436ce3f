/** Polls until a ledger shows a transaction: both close a ledger every few seconds. */
import { setTimeout } from 'node:timers/promises'

const POLLS = 60
const BETWEEN_MS = 1_000

/** Null: not seen within a minute. */
export async function untilSeen<Seen>(look: () => Promise<Seen | null>): Promise<Seen | null> {
  for (let looks = 0; looks < POLLS; looks += 1) {
    const seen = await look()
    if (seen !== null) return seen
    await setTimeout(BETWEEN_MS)
  }
  return null
}
