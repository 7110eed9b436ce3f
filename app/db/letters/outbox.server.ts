/** Letters that are owed: written with their event, sent by the worker. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'

export type NewLetter = {
  /** One letter per event and recipient. */
  key: string
  userId: string | null
  recipient: string
  locale: string
  content: Prisma.InputJsonObject
}

/** The new letter's id, or null when this letter was written before. */
export async function createLetter(tx: Transaction, letter: NewLetter): Promise<string | null> {
  const rows = await tx.outboxLetter.createManyAndReturn({ data: [letter], skipDuplicates: true, select: { id: true } })
  return rows[0]?.id ?? null
}

export async function findLetter(db: Database, id: string) {
  return db.outboxLetter.findUnique({
    where: { id },
    select: { id: true, recipient: true, locale: true, content: true, sentAt: true },
  })
}

/** `providerId` is null when the mail service no longer says under which id it took the letter. */
export async function markLetterSent(
  db: Database,
  sent: { id: string; providerId: string | null; at: Date },
): Promise<void> {
  await db.outboxLetter.updateMany({
    where: { id: sent.id, sentAt: null },
    data: { sentAt: sent.at, providerId: sent.providerId },
  })
}

export async function findUnsentLetters(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.outboxLetter.findMany({
    where: { sentAt: null, createdAt: { lt: before } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
    take: 500,
  })
  return rows.map((row) => row.id)
}
