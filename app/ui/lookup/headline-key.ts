import type { Stage } from '#app/domain/escrow/escrow.ts'
import { type Asset, networkOf } from '#app/domain/kernel/assets.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { Headline } from '#app/domain/lookup/headline.ts'

/** The key of the sentence above an escrow. */
export function headlineKey({ headline, stage }: { headline: Headline; stage: Stage }, reader: Reader) {
  if (headline === 'stuck') return 'escrow.next.stuck.title'
  if (headline === 'proposal') return `otherWallet.next.${reader}.title` as const
  if (headline === 'held') return 'pages.held'
  if (headline === 'waits')
    return `escrow.waits.${stage === 'refunding' ? 'refunding' : 'releasing'}.${reader}` as const
  return `escrow.next.${stage}.${reader}.title` as const
}

type Of = { isHeld: boolean; stage: Stage; currency: Asset }

/** The money lies on the ledger meanwhile: what holds of it there is said instead of that it waits here. */
const LIES_THERE: readonly Stage[] = [
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'refund_requested',
  'disputed',
  'refund_open',
]

/** The key of the text below the turn; null: the stage's own is true. */
export function heldTextKey({ isHeld, stage, currency }: Of) {
  if (!isHeld) return null
  if (stage === 'cancelled' || stage === 'lapsed') return 'held.next.over.text'
  return LIES_THERE.includes(stage) ? (`held.what.${networkOf(currency)}` as const) : null
}

/** The key of the turn itself, likewise. What goes back goes to the wallet that locked it, so nobody asks for another. */
export function heldTitleKey({ isHeld, stage }: Pick<Of, 'isHeld' | 'stage'>, reader: Reader) {
  if (!isHeld || reader === 'seller') return null
  if (stage === 'refund_open') return 'held.exit.refund'
  return stage === 'awaiting_confirmation' ? 'held.next.locked.title' : null
}
