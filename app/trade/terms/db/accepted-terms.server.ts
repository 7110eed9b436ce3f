/** The terms sheet of a trade, and its accepted versions. Triggers keep those unchanged. */
import { createHash } from 'node:crypto'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { byName, SEALED_TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import { type SealedSheet, sheetText } from '#app/trade/terms/domain/sealed-terms.ts'
import { findDates } from './milestones.server.ts'

export type StoredSheet = { sheet: SealedSheet; text: string; sha256: string }

/** The sheet that somebody would accept now. `sellerId`: who sells, or would by accepting. */
export async function findSheet(
  db: Database | Transaction,
  { escrow, sellerId }: { escrow: StoredEscrow; sellerId: string },
): Promise<StoredSheet> {
  const seller = await db.user.findUniqueOrThrow({ where: { id: sellerId }, select: { name: true } })
  const contract = await db.escrowContract.findUnique({
    where: { escrowId: escrow.id },
    select: { fileName: true, size: true, sha256: true },
  })
  const sheet = {
    escrow: escrow.transactionId,
    buyer: escrow.buyerName,
    seller: plainName(seller.name),
    amount: plain(escrow.amount),
    asset: escrow.currency,
    ...byName(SEALED_TEXTS, (name) => escrow[name]),
    contract: contract && { name: contract.fileName, bytes: contract.size, sha256: contract.sha256 },
    dates: await findDates(db, escrow.id),
  }
  const text = sheetText(sheet)
  return { sheet, text, sha256: createHash('sha256').update(text).digest('hex') }
}

export type StoredTerms = {
  version: number
  sha256: string
  text: string | null
  acceptedById: string
  acceptedAt: Date
}

/** Oldest first. */
export const ACCEPTED_TERMS = {
  orderBy: { version: 'asc' },
  select: { version: true, sha256: true, text: true, acceptedById: true, acceptedAt: true },
} satisfies Prisma.Escrow$acceptedTermsArgs

export async function findAcceptedTerms(db: Database | Transaction, escrowId: string): Promise<StoredTerms[]> {
  return db.acceptedTerms.findMany({ where: { escrowId }, ...ACCEPTED_TERMS })
}

/** Call it with the escrow locked. */
export async function createAcceptedTerms(
  tx: Transaction,
  terms: Pick<StoredSheet, 'text' | 'sha256'> & {
    escrowId: string
    acceptedById: string
    acceptedAt: Date
    amendmentId: string | null
  },
): Promise<{ version: number }> {
  const version = 1 + (await tx.acceptedTerms.count({ where: { escrowId: terms.escrowId } }))
  return tx.acceptedTerms.create({ data: { ...terms, version }, select: { version: true } })
}

/** Compare-and-set: false when a seller is bound already. */
export async function bindSeller(
  tx: Transaction,
  { escrowId, sellerId }: { escrowId: string; sellerId: string },
): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({ where: { id: escrowId, sellerId: null }, data: { sellerId } })
  return count === 1
}
