/** Confirmations that contain unreadable documents and do not count yet (decision 077). */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { NewFacts } from './discrepancy-notices.server.ts'

export type UncountedFile = {
  escrowId: string
  sellerId: string
  presentedAt: Date
  /** After the deadline that applied then. */
  wasLate: boolean
  payoutAddress: string
  payoutMemo: string | null
} & NewFacts

const UNCOUNTED = {
  escrowId: true,
  sellerId: true,
  presentedAt: true,
  wasLate: true,
  payoutAddress: true,
  payoutMemo: true,
  containerNumber: true,
  ladenOn: true,
  invoiceAmount: true,
  insuredAmount: true,
} as const

/** Binds the seller like a counted confirmation. A second one replaces the first; null facts change nothing. */
export async function storeUncounted(
  tx: Transaction,
  { escrowId, ...stated }: Omit<UncountedFile, keyof NewFacts> & Partial<NewFacts>,
): Promise<void> {
  const said = Object.fromEntries(
    Object.entries(stated).filter(([name, value]) => value !== null || name === 'payoutMemo'),
  )
  await tx.uncountedPresentation.upsert({
    where: { escrowId },
    create: { escrowId, ...stated },
    update: said,
    select: { escrowId: true },
  })
  await tx.escrow.update({ where: { id: escrowId }, data: { sellerId: stated.sellerId }, select: { id: true } })
}

export async function findUncounted(tx: Transaction, escrowId: string): Promise<UncountedFile | null> {
  const row = await tx.uncountedPresentation.findUnique({ where: { escrowId }, select: UNCOUNTED })
  if (!row) return null
  const { invoiceAmount, insuredAmount } = row
  return { ...row, invoiceAmount: invoiceAmount?.toFixed(2) ?? null, insuredAmount: insuredAmount?.toFixed(2) ?? null }
}

export async function removeUncounted(tx: Transaction, escrowId: string): Promise<void> {
  await tx.uncountedPresentation.deleteMany({ where: { escrowId } })
}
