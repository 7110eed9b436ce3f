import type { Database } from '#app/kernel/db/client.server.ts'
import { type EscrowRow, listTurns } from './escrow-pages.server.ts'

const SHOWN = 3

export type Turns = { role: 'buyer' | 'seller'; escrows: EscrowRow[]; count: number }

/** Escrows that await this person, earliest deadline first, and their number. Null: none. */
export async function findTurnsOf(
  db: Database,
  { viewer, now }: { viewer: { id: string; role: string | null }; now: Date },
): Promise<Turns | null> {
  const { id, role } = viewer
  if (role !== 'buyer' && role !== 'seller') return null
  const waiting = await listTurns(db, { id, role, now })
  return waiting.length === 0 ? null : { role, escrows: waiting.slice(0, SHOWN), count: waiting.length }
}
