/** What a clock says, on pages and in letters alike. */
import type { ClockKind } from '#app/domain/agreement/standing.ts'
import type { OnSilence } from '#app/domain/agreement/trade-dates.ts'

/** The key of: who has to do what, until when. */
export function clockTitle(kind: ClockKind) {
  return `clock.title.${kind}` as const
}

/** The key of: what follows when nobody acts. What the ledger holds does not go back by a clock of ours, but by a signature or its date. */
export function clockThen(kind: ClockKind, { onSilence, isHeld }: { onSilence: OnSilence; isHeld: boolean }) {
  if (kind === 'examine' || kind === 'last_notice') return `clock.then.${kind}_${onSilence}` as const
  return isHeld ? (`held.clock.${kind}` as const) : (`clock.then.${kind}` as const)
}
