/** What a party can ask for outside the examination; the value of the button that asks. */
export const SETTLE_INTENTS = [
  'cancel',
  'take_arrived',
  'name_seller',
  'invite_again',
  'ask_refund',
  'withdraw_refund',
  'agree_refund',
  'decline_refund',
  'state_wallet',
  'open_dispute',
  'withdraw_dispute',
  'ask_time',
  'agree_time',
  'decline_time',
  'ask_waiver',
  'decline_waiver',
  'allow_round',
  'accept_unreadable',
  'accept_terms',
  'propose_amendment',
  'agree_amendment',
  'decline_amendment',
  'withdraw_amendment',
  'change_wallet',
  'propose_wallet',
  'agree_wallet',
  'propose_division',
  'agree_division',
  'decline_division',
  'withdraw_division',
  'make_view_link',
  'end_view_link',
] as const
export type SettleIntent = (typeof SETTLE_INTENTS)[number]

/** What a page reports as just done. A dispute statement has a form of its own (/dispute-statement). */
export type Said = SettleIntent | 'add_statement'

/** Acts that need a second confirmation. */
export type SureIntent = Extract<SettleIntent, 'cancel' | 'agree_refund' | 'agree_wallet' | 'agree_division'>

/** Acts that only protect their owner; a frozen account may do no others (decision 099). */
const PROTECTS: readonly SettleIntent[] = ['open_dispute', 'end_view_link']

export function isForStillAccount(intent: SettleIntent): boolean {
  return PROTECTS.includes(intent)
}

/** Acts that email the other side: the page reports what became of that email. */
const TELLS: readonly Said[] = [
  'cancel',
  'take_arrived',
  'name_seller',
  'ask_refund',
  'agree_refund',
  'decline_refund',
  'open_dispute',
  'ask_time',
  'agree_time',
  'decline_time',
  'ask_waiver',
  'decline_waiver',
  'allow_round',
  'accept_unreadable',
  'accept_terms',
  'propose_amendment',
  'agree_amendment',
  'decline_amendment',
  'withdraw_amendment',
  'change_wallet',
  'propose_wallet',
  'propose_division',
  'decline_division',
  'add_statement',
]

export function tellsOther(said: Said): boolean {
  return TELLS.includes(said)
}

export function settleIntentOf(text: string | null): SettleIntent | null {
  return SETTLE_INTENTS.find((known) => known === text) ?? null
}

export function saidOf(text: string | null): Said | null {
  return text === 'add_statement' ? text : settleIntentOf(text)
}

/** The URL fragment of the result, when it is not at the top of the page. */
export function intentPlaceOf(said: Said): '' | '#view-links' | '#dispute' {
  if (said === 'add_statement') return '#dispute'
  return said === 'make_view_link' ? '#view-links' : ''
}

/** Several of these forms stand on one page, so the id of a field names its form. */
export function settleFieldId(intent: SettleIntent, field: string): string {
  return `${intent}-${field}`
}
