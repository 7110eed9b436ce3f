/** What a clock says, on pages and in letters alike. */
import type { TFunction } from 'i18next'
import type { ClockKind } from '#app/domain/agreement/clock.ts'
import type { OnSilence } from '#app/domain/agreement/trade-dates.ts'

type Words = TFunction<['mail', 'common']> | TFunction

/** Whose turn it is for what, until when. */
export function clockTitle(t: Words, { kind, time }: { kind: ClockKind; time: string }): string {
  return (t as TFunction)(`common:clock.title.${kind}`, { time })
}

/** What follows when nobody acts. */
export function clockThen(t: Words, { kind, onSilence }: { kind: ClockKind; onSilence: OnSilence }): string {
  const isSilence = kind === 'examine' || kind === 'last_notice'
  return (t as TFunction)(isSilence ? `common:clock.then.${kind}_${onSilence}` : `common:clock.then.${kind}`)
}
