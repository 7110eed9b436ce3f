import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type ReminderKind, reminderKindOf } from '#app/notices/domain/reminder-kinds.ts'

/** `address`: normalized. */
export async function isEmailOff(
  tx: Database | Transaction,
  of: { address: string; kind: ReminderKind },
): Promise<boolean> {
  return (await tx.letterOff.count({ where: of })) > 0
}

export async function findOff(db: Database, address: string): Promise<ReminderKind[]> {
  const rows = await db.letterOff.findMany({ where: { address }, select: { kind: true } })
  return rows.flatMap(({ kind }) => reminderKindOf(kind) ?? [])
}

/** Idempotent. */
export async function storeOff(db: Database | Transaction, of: { address: string; kind: ReminderKind }): Promise<void> {
  await db.letterOff.createMany({ data: [of], skipDuplicates: true })
}

export async function storeOn(db: Database | Transaction, of: { address: string; kind: ReminderKind }): Promise<void> {
  await db.letterOff.deleteMany({ where: of })
}
