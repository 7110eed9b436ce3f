/** The work that the worker's sweep finds at a moment. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { findDueEscrows, findDueQuotes } from '#app/trade/reminders/db/reminders.server.ts'

const MOST = 10_000

/** Candidates for reminders, longest-waiting first. */
export async function dueReminders(db: Database, now: Date): Promise<{ of: 'escrow' | 'quote'; id: string }[]> {
  const page = { now, after: null, take: MOST }
  const [escrows, quotes] = [await findDueEscrows(db, page), await findDueQuotes(db, page)]
  return [
    ...escrows.map(({ id }) => ({ of: 'escrow' as const, id })),
    ...quotes.map(({ id }) => ({ of: 'quote' as const, id })),
  ]
}
