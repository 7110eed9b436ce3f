/** What a clock says, on pages and in letters alike. */
import type { ClockKind } from '#app/domain/agreement/clock.ts'
import type { OnSilence } from '#app/domain/agreement/trade-dates.ts'

/** The key of: who has to do what, until when. */
export function clockTitle(kind: ClockKind) {
  return `clock.title.${kind}` as const
}

/** The key of: what follows when nobody acts. */
export function clockThen(kind: ClockKind, onSilence: OnSilence) {
  if (kind === 'examine' || kind === 'last_notice') return `clock.then.${kind}_${onSilence}` as const
  return `clock.then.${kind}` as const
}
