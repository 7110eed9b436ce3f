/** Who referred whom to the pilot. Nothing is earned by it: operators see it, and the referrer sees a count. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Returns whose code it is; null when nobody has it. Operators refer nobody. */
export async function findReferrer(tx: Transaction, code: string): Promise<string | null> {
  const row = await tx.user.findFirst({
    where: { pilotCode: code, role: { in: ['buyer', 'seller'] } },
    select: { id: true },
  })
  return row?.id ?? null
}

/** Returns an account's code, the count of pilots opened by its link, whether it is a pilot, and referred. */
export async function findPilotLink(db: Database, userId: string) {
  const row = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { pilotCode: true, plan: true, pilotReferredById: true, _count: { select: { pilotsReferred: true } } },
  })
  return {
    code: row.pilotCode,
    count: row._count.pilotsReferred,
    isPilot: row.plan === 'pilot',
    isReferred: row.pilotReferredById !== null,
  }
}
