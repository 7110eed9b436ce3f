import { type Parties, type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import type { NewsSubject } from './subject.ts'

/** Escrow: its parties, and a seller who may confirm it. Fee: only who owes it. `parties` null: no such escrow. */
export function mayHear(
  hearer: Person,
  { subject, parties }: { subject: NewsSubject; parties: Parties | null },
): boolean {
  if (subject.kind === 'fee') return subject.id === hearer.id
  if (parties === null) return false
  const { reader, sees } = permissionsOf(parties, hearer)
  return reader !== null && sees.trade
}
