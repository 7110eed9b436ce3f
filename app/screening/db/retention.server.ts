/** For how many years what, so that the database refuses to delete anything earlier. */
import type { Database } from '#app/kernel/db/client.server.ts'

/** Writes down what the settings say, for every kind of row; less than five years the database refuses. */
export async function storeRetention(db: Database, years: number): Promise<void> {
  await db.retentionClass.updateMany({ where: { years: { not: years } }, data: { years } })
}
