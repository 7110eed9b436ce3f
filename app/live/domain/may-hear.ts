/** Who hears that something has changed: those whose page waits for it. */
import { type Parties, type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import type { Subject } from './subject.ts'

/**
 * Of an escrow: its parties, and a seller who may confirm it. Of a fee: whoever owes it, and nobody else. `parties` is null when
 * there is no such escrow.
 */
export function mayHear(hearer: Person, { subject, parties }: { subject: Subject; parties: Parties | null }): boolean {
  if (subject.kind === 'fee') return subject.id === hearer.id
  if (parties === null) return false
  const { reader, sees } = permissionsOf(parties, hearer)
  return reader !== null && sees.trade
}
