import type { Database } from '#app/db/kernel/client.server.ts'

/** Does the database answer? Pages work as long as it does. */
export async function doesDatabaseAnswer(db: Database): Promise<boolean> {
  try {
    await db.$queryRaw`select 1 as "answer"`
    return true
  } catch {
    return false
  }
}
