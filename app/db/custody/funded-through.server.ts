/** Up to when the ledger is known to have what funds an escrow, whoever keeps its money. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { LedgerRead } from '#app/domain/custody/ledger-read.ts'
import { type Asset, networkOf } from '#app/domain/kernel/assets.ts'

/**
 * Up to which close time of the ledger everything that funds the escrow is stored: what reached its account, or
 * what was locked for it, and whether that history is in doubt.
 * That a server was asked since says nothing: it may stand still, or have shown the first page of many.
 * Null: nothing can have come.
 */
export async function findFundedThrough(db: Database | Transaction, escrow: Funded): Promise<LedgerRead | null> {
  const network = networkOf(escrow.currency)
  const row = await (escrow.held === null ? findReadAccount : findReadAgreement)(db, escrow)
  if (row === 'nothing') return null
  const stop = await db.cursorStop.findFirst({ where: { network }, select: { cause: true } })
  return { completeTo: row?.completeTo ?? null, isDoubted: stop !== null }
}

type Funded = { id: string; currency: Asset; account: string; held: object | null }
type Read = { completeTo: Date | null } | null | 'nothing'

function findReadAccount(db: Database | Transaction, { currency, account }: Funded): Promise<Read> {
  const where = { network_account: { network: networkOf(currency), account } }
  return db.ledgerCursor.findUnique({ where, select: { completeTo: true } })
}

/** What a ledger holds never comes to our account: its locks are looked for by the agreement that stands. */
async function findReadAgreement(db: Database | Transaction, { id: escrowId }: Funded): Promise<Read> {
  const isReady = { OR: [{ openedAt: { not: null } }, { condition: { not: null } }] }
  const where = { escrowId, supersededAt: null, ...isReady }
  return (await db.holdAgreement.findFirst({ where, select: { completeTo: true } })) ?? 'nothing'
}
