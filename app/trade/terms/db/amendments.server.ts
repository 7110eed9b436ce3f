/** Amendments. Constraints allow one open at a time, and keep answered ones unchanged. */

import { documentTypesIn } from '#app/escrow/domain/document-types.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Amendment } from '#app/trade/terms/domain/amendment.ts'
import { weekendOf } from '#app/trade/terms/domain/working-days.ts'

const ANSWERS = ['agreed', 'declined', 'withdrawn', 'superseded'] as const
/** `superseded`: something else was decided meanwhile (trigger). */
export type AmendmentAnswer = (typeof ANSWERS)[number]

export type StoredAmendment = {
  id: string
  proposedById: string
  words: string
  proposedAt: Date
  answer: AmendmentAnswer | null
  answeredAt: Date | null
  changes: Amendment
}

export const AMENDMENTS = {
  orderBy: [{ proposedAt: 'asc' }, { id: 'asc' }],
  select: {
    id: true,
    proposedById: true,
    words: true,
    fundBy: true,
    presentBy: true,
    examineDays: true,
    weekend: true,
    amount: true,
    changesDocuments: true,
    documents: true,
    proposedAt: true,
    answer: true,
    answeredAt: true,
  },
} satisfies Prisma.Milestone$amendmentsArgs

export async function findAmendments(db: Database | Transaction, escrowId: string): Promise<StoredAmendment[]> {
  return (await db.amendment.findMany({ where: { escrowId }, ...AMENDMENTS })).map(toAmendment)
}

export function toAmendment(stored: Prisma.AmendmentGetPayload<typeof AMENDMENTS>): StoredAmendment {
  const { fundBy, presentBy, examineDays, weekend, amount, changesDocuments, documents, answer, ...row } = stored
  return {
    ...row,
    answer: ANSWERS.find((known) => known === answer) ?? null,
    changes: {
      fundBy,
      presentBy,
      examineDays,
      weekend: weekend === null ? null : weekendOf(weekend),
      amount: toDecimalOrNull(amount),
      documents: changesDocuments ? documentTypesIn(documents) : null,
    },
  }
}

export type NewAmendment = {
  id: string
  escrowId: string
  proposedById: string
  words: string
  proposedAt: Date
  changes: Amendment
}

/** Throws a unique-constraint error where one is open. */
export async function createAmendment(
  tx: Transaction,
  { changes: { documents, amount, ...days }, ...amendment }: NewAmendment,
): Promise<void> {
  const data = {
    ...amendment,
    ...days,
    amount: amount?.toFixed() ?? null,
    changesDocuments: documents !== null,
    documents: [...(documents ?? [])],
  }
  await tx.amendment.create({ data, select: { id: true } })
}

/** Compare-and-set: false when it was answered before. */
export async function answerAmendment(
  tx: Transaction,
  { id, answer, by, at }: { id: string; answer: Exclude<AmendmentAnswer, 'superseded'>; by: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.amendment.updateMany({
    where: { id, answer: null },
    data: { answer, answeredById: by, answeredAt: at },
  })
  return count === 1
}

export async function applyAmendment(
  tx: Transaction,
  { escrowId, changes }: { escrowId: string; changes: Amendment },
): Promise<void> {
  const { amount, fundBy, presentBy, examineDays, weekend, documents } = changes
  const data = {
    ...(fundBy && { fundBy }),
    ...(presentBy && { presentBy }),
    ...(examineDays !== null && { examineDays }),
    ...(weekend && { weekend }),
    ...(documents && { documents: [...documents] }),
  }
  if (Object.keys(data).length > 0) await tx.milestone.update({ where: { escrowId }, data, select: { escrowId: true } })
  if (amount) {
    await tx.escrow.update({ where: { id: escrowId }, data: { amount: amount.toFixed() }, select: { id: true } })
  }
}
