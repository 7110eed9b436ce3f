/** Decides which events of an escrow are exported to whom. */
import { ESCROW_EVENTS } from '#app/kernel/domain/audit-events.ts'

/** A court gets everything, where an entitled person decides so. */
export const AUDIENCES = ['buyer', 'seller', 'court'] as const
export type Audience = (typeof AUDIENCES)[number]

/** What the parties' pages show, and the transfers on the ledger. */
const OF_THE_PARTIES: readonly string[] = [...ESCROW_EVENTS, 'payment_stated', 'payout_signed']

/** Whether the event is exported at all. Parties are not told who viewed their escrow. */
export function isHandedTo(audience: Audience, kind: string): boolean {
  return audience === 'court' || OF_THE_PARTIES.includes(kind)
}

/** Whether its body (user and details) is exported, too. Parties get no details of other people's actions. */
export function isWhole(
  audience: Audience,
  { userId, kind, partyId }: { userId: string | null; kind: string; partyId: string | null },
): boolean {
  if (audience === 'court') return true
  return userId === null ? !kind.startsWith('view_link') : userId === partyId
}
