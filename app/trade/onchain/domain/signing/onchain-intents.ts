/** What a form about on-chain custody asks for; the value of its button. */
export const ONCHAIN_INTENTS = [
  'agree',
  'send_lock',
  'state_lock',
  'sign_exit',
  'claim_back',
  'return_early',
  'take_share',
] as const
export type OnchainIntent = (typeof ONCHAIN_INTENTS)[number]

export function onchainIntentOf(text: string | null): OnchainIntent | null {
  return ONCHAIN_INTENTS.find((known) => known === text) ?? null
}
