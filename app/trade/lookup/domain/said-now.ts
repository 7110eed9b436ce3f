import { type Said, saidOf, tellsOther } from '#app/escrow/domain/settle-intents.ts'
import type { EscrowEvent } from '#app/kernel/domain/audit-events.ts'

/** Name of the action in the history. */
const RECORDED = {
  cancel: 'escrow_cancelled',
  name_seller: 'seller_named',
  ask_refund: 'refund_requested',
  withdraw_refund: 'refund_withdrawn',
  agree_refund: 'refund_agreed',
  decline_refund: 'refund_declined',
  state_wallet: 'refund_wallet_stated',
  open_dispute: 'dispute_opened',
  withdraw_dispute: 'dispute_withdrawn',
  add_statement: 'dispute_stated',
  ask_time: 'time_asked',
  agree_time: 'time_agreed',
  decline_time: 'time_declined',
  ask_waiver: 'waiver_asked',
  decline_waiver: 'waiver_declined',
  allow_round: 'round_allowed',
  accept_unreadable: 'unreadable_accepted',
  accept_terms: 'terms_accepted',
  propose_amendment: 'amendment_proposed',
  agree_amendment: 'amendment_agreed',
  decline_amendment: 'amendment_declined',
  withdraw_amendment: 'amendment_withdrawn',
  change_wallet: 'payout_wallet_changed',
  propose_wallet: 'payout_wallet_proposed',
  agree_wallet: 'payout_wallet_agreed',
  make_view_link: 'view_link_made',
  end_view_link: 'view_link_revoked',
} as const satisfies Partial<Record<Said, EscrowEvent>>

function isRecorded(said: Said): said is keyof typeof RECORDED {
  return Object.hasOwn(RECORDED, said)
}

/** Message key of the action just done, and whether the other side is notified of it. Null: none. */
export function saidNow(text: string | null) {
  const said = saidOf(text)
  if (said === null) return null
  const key = isRecorded(said) ? (`escrow.events.${RECORDED[said]}` as const) : (`lookup.settle.said.${said}` as const)
  return { key, isTold: tellsOther(said) }
}
