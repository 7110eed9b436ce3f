import type { Database } from '#app/kernel/db/client.server.ts'

/** Throws when the database does not answer. Pages work as long as it does. */
export async function askDatabase(db: Database): Promise<void> {
  await db.$queryRaw`select 1 as "answer"`
}
