import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { findAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { OnchainExpiry } from '#app/trade/onchain/db/settlement-descriptions.ts'
import {
  findRefused,
  findSettlement,
  type StoredSettlement,
  storeDescription,
} from '#app/trade/onchain/db/settlements.server.ts'
import { storeClosing } from '#app/trade/onchain/db/signing/closings.server.ts'
import { type OnchainSettlement, type SettlementKind, settlementOf } from '#app/trade/onchain/domain/settlement.ts'
import { mayDescribeFrom } from '#app/trade/onchain/domain/settlement-fate.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The ledger's clock may be behind ours. */
const AFTER_DATE_MS = 600_000

/** When the multisig account can be closed. */
function closesFrom({ deadline }: OpenAgreement['terms']): Date {
  return new Date(deadline * 1000 + AFTER_DATE_MS)
}

/** An agreement whose multisig account is open on Stellar. */
export type OpenAgreement = StoredAgreement & { account: string; trustees: { arbiter: string; sponsor: string } }

/** Throws when there is none: nothing could have been deposited. */
export async function findOpenAgreement({ db }: Pick<Deps, 'db'>, escrowId: string): Promise<OpenAgreement> {
  const agreement = await findAgreement(db, escrowId)
  const { account, trustees } = agreement ?? {}
  if (!agreement || !account || !trustees) throw new Error(`escrow ${escrowId} has no account of two signatures`)
  return { ...agreement, account, trustees }
}

/**
 * Describes a settlement on Stellar with the account's next sequence, and the account's closing with the one after it.
 * Idempotent: the first description stays. Returns the settlement; null: there is none that anybody signs, the account
 * or the buyer's wallet is gone, or the ledger refused one shortly before. Throws LedgerUnavailable.
 */
export async function writeSettlement(deps: Deps, escrowId: string): Promise<StoredSettlement | null> {
  const exit = await findSettlement(deps.db, escrowId)
  if (exit?.state !== 'collecting' || exit.hash !== null) return exit
  const agreement = await findOpenAgreement(deps, escrowId)
  const state = await deps.held.stellar.readAccount(agreement.terms, {
    ...agreement.trustees,
    account: agreement.account,
  })
  const asked = { agreement, exit, nextSequence: state?.nextSequence ?? null }
  const written = await (exit.kind === 'expiry' ? writeExpiry : writeWayOut)(deps, asked)
  if (!written) return null
  await inTransaction(deps.db, (tx) => storeWritten(deps, tx, { agreement, id: exit.id, ...written }))
  return findSettlement(deps.db, escrowId)
}

type Written = { id: string; agreement: OpenAgreement; hash: string; xdr: string } & (
  | { description: OnchainSettlement; closesAt: string }
  | { description: OnchainExpiry; closesAt: string | null }
)

async function storeWritten(deps: Pick<Deps, 'held'>, tx: Transaction, written: Written): Promise<boolean> {
  const { agreement, closesAt: sequence, ...described } = written
  if (!(await storeDescription(tx, described))) return false
  if (sequence === null) return true
  const { terms, account } = agreement
  const { hash, xdr } = deps.held.stellar.writeClosing(terms, { account, sequence })
  await storeClosing(tx, { exitId: written.id, sequence, hash, xdr, lookAt: closesFrom(terms) })
  return true
}

/** For a settlement described before it began: the buyer's approval. Throws when it has another description. */
export async function storeDescribed(
  deps: Pick<Deps, 'held'>,
  tx: Transaction,
  {
    description,
    ...described
  }: { id: string; agreement: OpenAgreement; description: OnchainSettlement; hash: string; xdr: string },
): Promise<void> {
  const written = { ...described, description, closesAt: closingNumber(description) }
  if (!(await storeWritten(deps, tx, written))) throw new Error(`way out ${described.id} is described already`)
}

type Asked = { agreement: OpenAgreement; exit: StoredSettlement; nextSequence: string | null }

async function writeWayOut(deps: Deps, { agreement, exit, nextSequence }: Asked) {
  const { balanceId } = exit.lock
  if (nextSequence === null || balanceId === null) return null
  const refused = await findRefused(deps.db, exit.escrowId)
  const from = mayDescribeFrom(refused)
  if (from !== null && deps.clock.now() < from) return null
  const of = { kind: kindOf(exit), balanceId, sequence: nextSequence, mustBeSetAside: refused.count > 0 }
  return describeSettlement(deps, agreement, of)
}

type Describing = { kind: SettlementKind; balanceId: string; sequence: string; mustBeSetAside?: boolean }

/** A settlement by the wallets' state: paid, or set aside. `sequence`: the account's next. Throws LedgerUnavailable. */
export async function describeSettlement(
  { held }: Pick<Deps, 'held'>,
  { terms, account, trustees }: OpenAgreement,
  { kind, balanceId, sequence, mustBeSetAside = false }: Describing,
) {
  const of = { account, sequence, balanceId, sponsor: trustees.sponsor }
  const { buyer, seller } = await held.stellar.obstaclesTo(terms, settlementOf(terms, kind, of))
  const isSetAside = mustBeSetAside || buyer !== null || seller !== null
  const description = settlementOf(terms, kind, { ...of, isSetAside })
  const { hash, xdr } = held.stellar.writeExit(description)
  return { description, hash, xdr, closesAt: closingNumber(description) }
}

function closingNumber({ sequence }: Pick<OnchainSettlement, 'sequence'>): string {
  return (BigInt(sequence) + 1n).toString()
}

/** The buyer's claim, without a co-signer; the account's own sequence is not used. */
async function writeExpiry({ held }: Deps, { agreement: { terms }, exit, nextSequence }: Asked) {
  const { balanceId } = exit.lock
  if (balanceId === null) return null
  const expiry = await held.stellar.writeExpiry(terms, { balanceId, closing: null, isWrapped: true })
  if (expiry === null) return null
  const { hash, xdr, sequence, validUntil } = expiry
  return { description: { balanceId, closing: null, sequence, validUntil }, hash, xdr, closesAt: nextSequence }
}

function kindOf({ kind, shares }: StoredSettlement): SettlementKind {
  if (kind === 'release' || kind === 'refund') return kind
  return { toSeller: shares.seller }
}
