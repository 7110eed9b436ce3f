/** Used stamps of the captcha: each serves only the form that it was issued for. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'

type StampUse = {
  stamp: string
  formToken: string
  /** Null: a visitor. */
  userId: string | null
  usedAt: Date
}

/** Somebody who goes back and corrects a form sends it again. The table's check has the same number. */
const MOST_SENDINGS = 5

/** Uses a stamp for a form. False: it served another form before, or this one too often. */
export async function spendStamp(tx: Database | Transaction, use: StampUse): Promise<boolean> {
  const { stamp, formToken, userId, usedAt } = use
  const { count: first } = await tx.captchaStamp.createMany({ data: [use], skipDuplicates: true })
  if (first === 1) return true
  const { count } = await tx.captchaStamp.updateMany({
    where: { stamp, formToken, userId, sendings: { lt: MOST_SENDINGS } },
    data: { sendings: { increment: 1 }, usedAt },
  })
  return count === 1
}

export async function deleteOldStamps(db: Database, before: Date): Promise<number> {
  const where = { usedAt: { lt: before } }
  return inSlices(async (limit) => (await db.captchaStamp.deleteMany({ where, limit })).count)
}
