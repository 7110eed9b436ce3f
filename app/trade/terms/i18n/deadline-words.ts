/** Texts of a deadline on pages and in emails: who has to do what until when, and what follows if nobody acts. */

import type { Asset } from '#app/kernel/domain/assets.ts'
import { formatAmount, formatMoment } from '#app/kernel/i18n/format.ts'
import type { ConsequenceView } from '#app/trade/terms/domain/consequence.ts'

/** The key of who has to do what. `{{time}}`: until when. */
export function deadlineTitle({ custody, kind, wasPresented, mayPresent }: ConsequenceView) {
  if (kind === 'fund') return custody === 'platform' ? 'clock.title.fund' : 'clock.title.fund_held'
  if (kind === 'examine' || kind === 'last_notice' || !wasPresented) return `clock.title.${kind}` as const
  return mayPresent ? (`clock.title.${kind}_again` as const) : 'clock.title.present_closed'
}

/** The keys of what follows if nobody acts, and of what else matters. They take `deadlineValues`. */
export function deadlineThen(ahead: ConsequenceView) {
  return [thenOf(ahead), ...besidesOf(ahead)] as const
}

function thenOf({ custody, kind, follows, act }: ConsequenceView) {
  if (kind === 'fund') return custody === 'platform' ? 'clock.then.fund' : 'clock.then.fund_held'
  const isPresenting = kind === 'present' || kind === 'grace'
  if (follows === 'returns_at_ledger_date') {
    return isPresenting ? 'clock.then.ledger_date' : 'clock.then.examine_ledger_date'
  }
  if (isPresenting) return follows === 'quayside' ? 'clock.then.quayside' : (`clock.then.${kind}_refund` as const)
  if (kind === 'examine' && act !== 'notice') return 'clock.then.quayside'
  return follows === 'accepted' ? 'clock.then.examine_accepted' : 'clock.then.examine_quayside'
}

/** The key of what follows if the buyer decides nothing; null: it needs more words. It takes `deadlineValues`. */
export function leftSo(ahead: ConsequenceView) {
  if (besidesOf(ahead).length > 0) return null
  const then = thenOf(ahead)
  return then === 'clock.then.examine_accepted' || then === 'clock.then.examine_quayside' ? then : null
}

function besidesOf({ custody, follows, why, needsSignature, needsWallet }: ConsequenceView) {
  if (needsSignature) return ['held.exit.text'] as const
  if (needsWallet) return ['clock.besides.wallet'] as const
  if (follows === 'returns_at_ledger_date' && custody === 'stellar') return ['clock.besides.take_back'] as const
  return follows === 'quayside' && why && why !== 'agreed' && why !== 'unable'
    ? ([`clock.besides.${why}`] as const)
    : ([] as const)
}

export function deadlineValues({ by, at, amount }: ConsequenceView, { asset, language }: Read) {
  return {
    time: formatMoment(by, language),
    end: formatMoment(at, language),
    amount: formatAmount(amount, asset, language),
  }
}

type Read = { asset: Asset; language: string }
