import type { TFunction } from 'i18next'
import type { ShownWait } from '#app/domain/payouts/shown-payout.ts'

/** Why money that is due is not on its way yet, and what happens next, said to its parties. */
export function waitReason(t: TFunction, { waits, network }: { waits: ShownWait; network: string }): string {
  return t(waitKey(waits), { count: waits.before, network })
}

/** The key of that sentence. */
export function waitKey(waits: ShownWait) {
  // Which of our accounts lacks what is nobody else's business; a missing key holds up nothing of theirs.
  const reason = waits.for === 'cover' || waits.for === 'no_key' ? 'float' : waits.for
  return reason === 'turn' && waits.before === 0 ? 'escrow.waits.why.next' : (`escrow.waits.why.${reason}` as const)
}
