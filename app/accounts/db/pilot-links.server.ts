/** Who sent whom to the pilot. Nothing is earned by it: the operator sees it, and whoever handed the link on reads a number. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Whose code it is; null when nobody has it. Operators hand on nobody's link. */
export async function findReferrer(tx: Transaction, code: string): Promise<string | null> {
  const row = await tx.user.findFirst({
    where: { pilotCode: code, role: { in: ['buyer', 'seller'] } },
    select: { id: true },
  })
  return row?.id ?? null
}

/** The code of an account, how many pilots were opened by its link, whether it is a pilot's, and opened by somebody else's. */
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
