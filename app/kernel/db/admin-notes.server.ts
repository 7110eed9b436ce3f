/** Operators' notes, and admin actions with a reason. Never changed or deleted (trigger). */
import type { Database, Transaction } from './client.server.ts'

export type NewNote = {
  id: string
  /** `note`, or the admin action (app/admin/domain/admin-action.ts); the database knows the same words. */
  kind: string
  /** At least one is set. */
  about: Partial<Record<'userId' | 'escrowId' | 'payoutId' | 'letterId', string>>
  text: string
  byId: string
  at: Date
}

export async function writeNote(tx: Transaction, { about, ...note }: NewNote): Promise<void> {
  await tx.deskNote.create({ data: { ...note, ...about }, select: { id: true } })
}

export async function findNotes(db: Database, { take, ...of }: NewNote['about'] & { take: number }) {
  return db.deskNote.findMany({
    where: of,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take,
    select: { id: true, kind: true, text: true, at: true, by: { select: { name: true } } },
  })
}

/** How often operators sent this email again: of two who saw the same count only one sends it. */
export async function countNotesOfEmail(db: Database | Transaction, letterId: string): Promise<number> {
  return db.deskNote.count({ where: { letterId, kind: 'send_letter' } })
}
