/** What a form about money that the ledger holds asks for; the value of the button that asks. */
export const HELD_INTENTS = [
  'agree',
  'send_lock',
  'state_lock',
  'sign_exit',
  'claim_back',
  'return_early',
  'take_share',
] as const
export type HeldIntent = (typeof HELD_INTENTS)[number]

export function heldIntentOf(text: string | null): HeldIntent | null {
  return HELD_INTENTS.find((known) => known === text) ?? null
}
