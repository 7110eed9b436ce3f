/** Who hears that something has changed: those whose page waits for it. */
import { isParty, maySell, type Parties, type Somebody } from '#app/domain/escrow/escrow-party.ts'
import type { Subject } from './subject.ts'

export type Hearer = Somebody & { role: string | null }

/**
 * Of an escrow: its parties, and a seller who may confirm it. Of a fee: whoever owes it, and nobody else. `parties` is null when
 * there is no such escrow.
 */
export function mayHear(hearer: Hearer, { subject, parties }: { subject: Subject; parties: Parties | null }): boolean {
  if (subject.kind === 'fee') return subject.id === hearer.id
  if (parties === null) return false
  return isParty(parties, hearer.id) || (hearer.role === 'seller' && maySell(parties, hearer))
}
