/** What of an escrow's events is handed to whom. */
import { ESCROW_EVENTS } from '#app/kernel/domain/audit-events.ts'

/** A court is given all of it, by whoever may decide so. */
export const AUDIENCES = ['buyer', 'seller', 'court'] as const
export type Audience = (typeof AUDIENCES)[number]

/** What the parties' pages tell them, and what was done with the money on the ledger. */
const OF_THE_PARTIES: readonly string[] = [...ESCROW_EVENTS, 'payment_stated', 'payout_signed']

/** Is the event handed over at all? Parties are not told who looked at their escrow. */
export function isHandedTo(audience: Audience, kind: string): boolean {
  return audience === 'court' || OF_THE_PARTIES.includes(kind)
}

/** With what was written down beside kind and time? Of what others did a party gets no more than that it was done. */
export function isWhole(
  audience: Audience,
  { userId, kind, partyId }: { userId: string | null; kind: string; partyId: string | null },
): boolean {
  if (audience === 'court') return true
  return userId === null ? !kind.startsWith('view_link') : userId === partyId
}
