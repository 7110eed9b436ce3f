/** What a form about on-chain custody asks for; the value of its button. */
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
