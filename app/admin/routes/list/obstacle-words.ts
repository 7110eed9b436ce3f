import type { TFunction } from 'i18next'
import { blockedWord } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { AdminT } from '../panel/words.tsx'

type Told = { t: AdminT; common: TFunction; currency: string }

/** What a blocked payout waits for: the payee's own wording where the payee can fix it, otherwise the operator's. */
export function obstacleWords(reason: string | null, { t, common, currency }: Told): string {
  const word = blockedWord(reason)
  return word === 'other' ? t('blocked.other') : common(`escrow.blocked.${word}`, { currency })
}
