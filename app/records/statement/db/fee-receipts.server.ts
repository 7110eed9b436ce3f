/** What a receipt stores beside the fee and the ledger: its seller, and to whom it is billed (decision 111). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Billed, ReceiptSeller } from '#app/records/statement/domain/receipt.ts'

const RECEIPT = {
  issuedAt: true,
  sellerName: true,
  sellerAddress: true,
  sellerRegister: true,
  taxLine: true,
  billedAt: true,
  billedName: true,
  billedAddress: true,
  billedTaxNumber: true,
} as const

/** Null: nothing is stored yet. `seller`: null until the receipt is issued. */
export async function findReceiptFacts(db: Database | Transaction, number: number) {
  const row = await db.feeReceipt.findUnique({ where: { number }, select: RECEIPT })
  if (!row) return null
  const { sellerName: name, sellerAddress: address, sellerRegister: register, taxLine, billedAt } = row
  const seller: ReceiptSeller | null = name === null ? null : { name, address, register, taxLine }
  const billed: Billed = { name: row.billedName, address: row.billedAddress, taxNumber: row.billedTaxNumber }
  return { seller, billed, billedAt }
}

/** Stores the current seller for good. Does nothing when one is stored. */
export async function storeSeller(
  db: Database,
  { number, seller, at }: { number: number; seller: ReceiptSeller; at: Date },
): Promise<void> {
  const { name, address, register, taxLine } = seller
  await db.$executeRaw`
    insert into "fee_receipt" ("number", "issuedAt", "sellerName", "sellerAddress", "sellerRegister", "taxLine")
    values (${number}, ${at}, ${name}, ${address}, ${register}, ${taxLine})
    on conflict ("number") do update set "issuedAt" = excluded."issuedAt", "sellerName" = excluded."sellerName",
      "sellerAddress" = excluded."sellerAddress", "sellerRegister" = excluded."sellerRegister", "taxLine" = excluded."taxLine"
    where "fee_receipt"."issuedAt" is null`
}

/** Throws the trigger's error when the first entry is too long ago. The caller locks the quote. */
export async function storeBilled(
  tx: Transaction,
  { number, billed, at }: { number: number; billed: Billed; at: Date },
): Promise<void> {
  const { name: billedName, address: billedAddress, taxNumber: billedTaxNumber } = billed
  const said = { changedAt: at, billedName, billedAddress, billedTaxNumber }
  const { count } = await tx.feeReceipt.updateMany({ where: { number, billedAt: { not: null } }, data: said })
  if (count === 1) return
  const first = { ...said, billedAt: at }
  await tx.feeReceipt.upsert({
    where: { number },
    create: { number, ...first },
    update: first,
    select: { number: true },
  })
}

/** What the person entered last on another receipt, to prefill the form. */
export async function findLastBilled(db: Database, of: { userId: string; number: number }): Promise<Billed | null> {
  const row = await db.feeQuote.findFirst({
    where: { userId: of.userId, reference: { not: of.number }, receipt: { billedAt: { not: null } } },
    orderBy: { receipt: { changedAt: 'desc' } },
    select: { receipt: { select: { billedName: true, billedAddress: true, billedTaxNumber: true } } },
  })
  const said = row?.receipt
  return said ? { name: said.billedName, address: said.billedAddress, taxNumber: said.billedTaxNumber } : null
}
