import type { Database } from '#app/kernel/db/client.server.ts'
import { findOff } from '#app/notices/db/emails-off.server.ts'
import { REMINDERS_OF, type ReminderKind } from '#app/notices/domain/reminder-kinds.ts'

export type ReminderChoice = { kind: ReminderKind; isWanted: boolean }

/** The reminders of a person's role, and whether they are wanted; none for an operator. */
export async function findReminderChoices(
  db: Database,
  { email, role }: { email: string; role: string | null },
): Promise<ReminderChoice[]> {
  if (role !== 'buyer' && role !== 'seller') return []
  const off = await findOff(db, email)
  return REMINDERS_OF[role].map((kind) => ({ kind, isWanted: !off.includes(kind) }))
}
