/** What a party can ask for outside of the examination; the value of the button that asks. */
export const SETTLE_INTENTS = [
  'cancel',
  'name_seller',
  'ask_refund',
  'withdraw_refund',
  'agree_refund',
  'decline_refund',
  'state_wallet',
  'open_dispute',
  'withdraw_dispute',
  'change_wallet',
  'propose_wallet',
  'agree_wallet',
] as const
export type SettleIntent = (typeof SETTLE_INTENTS)[number]

/** What is asked once more before it is done. */
export type SureIntent = Extract<SettleIntent, 'cancel' | 'agree_refund' | 'agree_wallet'>

export function settleIntentOf(text: string | null): SettleIntent | null {
  return SETTLE_INTENTS.find((known) => known === text) ?? null
}

/** Several of these forms stand on one page, so the id of a field says whose it is. */
export function fieldId(intent: SettleIntent, field: string): string {
  return `${intent}-${field}`
}
