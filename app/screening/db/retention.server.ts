/** How many years rows are kept: the database refuses to delete earlier. */
import type { Database } from '#app/kernel/db/client.server.ts'

/** Stores the setting for every kind of row. The database refuses less than five years. */
export async function storeRetention(db: Database, years: number): Promise<void> {
  await db.retentionClass.updateMany({ where: { years: { not: years } }, data: { years } })
}
