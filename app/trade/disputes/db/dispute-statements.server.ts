/** Statements and files in disputes: immutable by triggers, limited by checks and unique numbers (decision 134). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import { deleteFileIntent } from '#app/trade/documents/db/file-intents.server.ts'

export type NewStatement = {
  id: string
  disputeId: string
  side: Reader
  statedById: string
  /** Counts this side's statements in the dispute, from 1. */
  number: number
  words: string
  digest: string
  statedAt: Date
  files: readonly (StoredFile & { id: string })[]
}

/** Throws a unique-constraint error if this side has made the same statement, or its next one, meanwhile. */
export async function createStatement(tx: Transaction, { files, ...statement }: NewStatement): Promise<void> {
  await tx.disputeStatement.create({ data: statement, select: { id: true } })
  const { id: statementId, statedById: uploadedById, statedAt: uploadedAt } = statement
  for (const [place, file] of files.entries()) {
    const row = { ...file, statementId, number: place + 1, uploadedById, uploadedAt }
    await tx.disputeFile.create({ data: row, select: { id: true } })
    await deleteFileIntent(tx, file.storageKey)
  }
}

/** How many statements this side has made in the dispute, and whether this is one of them. */
export async function findSaid(
  tx: Database | Transaction,
  { digest, ...of }: { disputeId: string; side: Reader; digest: string },
): Promise<{ count: number; hasSaid: boolean }> {
  const rows = await tx.disputeStatement.findMany({ where: of, select: { digest: true } })
  return { count: rows.length, hasSaid: rows.some((row) => row.digest === digest) }
}

/** Files and bytes of one side in all disputes of an escrow. */
export async function countShown(
  tx: Transaction,
  { escrowId, side }: { escrowId: string; side: Reader },
): Promise<{ files: number; bytes: number }> {
  const { _count, _sum } = await tx.disputeFile.aggregate({
    where: { statement: { side, dispute: { escrowId } } },
    _count: true,
    _sum: { size: true },
  })
  return { files: _count, bytes: _sum.size ?? 0 }
}

export const STATEMENTS = {
  orderBy: [{ statedAt: 'asc' }, { id: 'asc' }],
  select: {
    id: true,
    disputeId: true,
    side: true,
    words: true,
    statedAt: true,
    files: {
      orderBy: { number: 'asc' },
      select: { id: true, fileName: true, size: true, sha256: true, uploadedAt: true, scannedAt: true },
    },
  },
} satisfies Prisma.Dispute$statementsArgs

export type StoredStatement = ReturnType<typeof toStatement>

export function toStatement({ side, ...row }: Prisma.DisputeStatementGetPayload<typeof STATEMENTS>) {
  return { ...row, side: side === 'buyer' ? ('buyer' as const) : ('seller' as const) }
}

export async function findStatementsIn(db: Database | Transaction, escrowId: string): Promise<StoredStatement[]> {
  const rows = await db.disputeStatement.findMany({ where: { dispute: { escrowId } }, ...STATEMENTS })
  return rows.map(toStatement)
}

/** One file with the escrow of its dispute. Null: not found. */
export async function findDisputeFile(db: Database, id: string) {
  const row = await db.disputeFile.findUnique({
    where: { id },
    select: {
      fileName: true,
      contentType: true,
      size: true,
      storageKey: true,
      statement: { select: { dispute: { select: { escrowId: true } } } },
    },
  })
  return row && { ...row, escrowId: row.statement.dispute.escrowId }
}
