import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { CheckedSignature, ReadSignatures } from '#app/ledgers/onchain.ts'
import { mayStillRelease } from '#app/settlement/custody/domain/date.ts'
import { signingOf } from '#app/trade/onchain/db/settlement-descriptions.ts'
import {
  findSettlement,
  moveSettlement,
  type StoredSettlement,
  storeSignature,
} from '#app/trade/onchain/db/settlements.server.ts'
import { type Signers, signersToSend, walletsToSign } from '#app/trade/onchain/domain/signing/signers.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { findOpenAgreement, type OpenAgreement, writeSettlement } from './write-settlement.server.ts'

type Ask = { escrowId: string; userId: string }

export type ToSign = {
  kind: StoredSettlement['kind']
  hash: string
  xdr: string
  /** Wallets that may sign; one is enough, and the arbiter signs after it. */
  wallets: string[]
  signed: string[]
}

/**
 * Returns what is to be signed for a settlement on Stellar, for its two sides. Refusals: escrow_not_found,
 * exit_not_open (none was begun, or it is signed), exit_date_near, stellar_unavailable.
 */
export async function settlementToSign(deps: Deps, ask: Ask): Promise<ToSign | Refusal> {
  const found = await findForSide(deps, ask)
  if ('refused' in found) return found
  try {
    const exit = await writeSettlement(deps, ask.escrowId)
    if (!exit?.hash || !exit.xdr) return refuse('exit_not_open')
    const { kind, hash, xdr, signatures } = exit
    const wallets = walletsToSign(kind, signersOf(found.agreement))
    return { kind, hash, xdr, wallets, signed: signatures.map(({ address }) => address) }
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse('stellar_unavailable')
  }
}

export const UNREAD: Record<Exclude<ReadSignatures['kind'], 'signed'>, RefusalCode> = {
  unreadable: 'signature_unreadable',
  unsigned: 'signature_unreadable',
  other_transaction: 'signature_elsewhere',
  foreign_signature: 'signature_foreign',
}

/**
 * Stores signatures that one of the two sides submits, once each, after checking them against the description and the
 * two agreed wallets. After the first the arbiter signs, after both nobody else has to; after the ledger date the
 * buyer's is enough. Refusals: escrow_not_found, exit_not_open, exit_date_near, signature_unreadable,
 * signature_elsewhere, signature_foreign.
 */
export async function signSettlement(deps: Deps, signed: Ask & { xdr: string }): Promise<StoredEscrow | Refusal> {
  const found = await findForSide(deps, signed)
  return 'refused' in found ? found : takeSignatures(deps, found, signed)
}

/**
 * The same, submitted by a wallet: nobody is signed in. Idempotent: repeating stored signatures succeeds while the
 * settlement is the same, because wallets retry without an answer. Refusals: those of signSettlement.
 */
export async function signSettlementByWallet(
  deps: Deps,
  signed: { escrowId: string; xdr: string },
): Promise<StoredEscrow | Refusal> {
  const { escrowId } = signed
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow?.held) return refuse('escrow_not_found')
  const exit = await findSettlement(deps.db, escrowId)
  if (!exit) return refuse('exit_not_open')
  const found = { escrow, exit, agreement: await findOpenAgreement(deps, escrowId) }
  if (exit.state !== 'collecting') {
    const read = readAll(deps, found, signed.xdr)
    const isKnown = !isRefusal(read) && read.every(({ address }) => isSignedBy(exit, address))
    return isKnown ? escrow : refuse('exit_not_open')
  }
  if (isTooLate(escrow, exit, deps.clock.now())) return refuse('exit_date_near')
  return takeSignatures(deps, found, { ...signed, userId: null })
}

function isSignedBy({ signatures }: StoredSettlement, wallet: string): boolean {
  return signatures.some(({ address }) => address === wallet)
}

function readAll(deps: Deps, { exit, agreement }: Found, xdr: string): CheckedSignature[] | Refusal {
  if (exit.hash === null) return refuse('exit_not_open')
  const signers = walletsToSign(exit.kind, signersOf(agreement))
  const read = deps.held.stellar.readSigned(xdr, { hash: exit.hash, signers })
  return read.kind === 'signed' ? read.signatures : refuse(UNREAD[read.kind], { field: 'signed' })
}

/** `userId` null: nobody is signed in. */
async function takeSignatures(
  deps: Deps,
  found: Found,
  { escrowId, xdr, userId }: { escrowId: string; xdr: string; userId: string | null },
): Promise<StoredEscrow | Refusal> {
  const { exit, agreement } = found
  const signatures = readAll(deps, found, xdr)
  if (isRefusal(signatures)) return signatures
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    const still = await findSettlement(tx, escrow.id)
    if (still?.id !== exit.id || still.state !== 'collecting') return refuse('exit_not_open')
    if (isTooLate(escrow, still, now)) return refuse('exit_date_near')
    const stored = await storeEach(tx, { exit, signatures, userId, now })
    if (stored > 0) {
      await readyWhenSigned(tx, { escrowId: escrow.id, agreement })
      await enqueue(tx, { name: 'follow_exit', payload: { escrowId: escrow.id } })
    }
    return lockEscrow(tx, escrow.id)
  })
}

type Kept = {
  exit: Pick<StoredSettlement, 'id' | 'escrowId' | 'hash'>
  signatures: CheckedSignature[]
  userId: string | null
  now: Date
}

/** Returns how many are new. */
export async function storeEach(tx: Transaction, { exit, signatures, userId, now }: Kept): Promise<number> {
  let stored = 0
  for (const each of signatures) {
    if (!(await storeSignature(tx, { exitId: exit.id, ...each, at: now }))) continue
    const detail = { address: each.address, hash: exit.hash }
    await writeEvent(tx, { kind: 'exit_signed', at: now, escrowId: exit.escrowId, ...(userId && { userId }), detail })
    stored += 1
  }
  return stored
}

/** Marks it ready once all required signatures are stored. Call it with the row of the escrow locked. */
export async function readyWhenSigned(
  tx: Transaction,
  { escrowId, agreement }: { escrowId: string; agreement: OpenAgreement },
): Promise<void> {
  const exit = await findSettlement(tx, escrowId)
  const addresses = exit?.signatures.map(({ address }) => address) ?? []
  if (!exit || signersToSend(signingOf(exit), signersOf(agreement), addresses) === null) return
  await moveSettlement(tx, { id: exit.id, from: ['collecting'], to: 'ready' })
}

export function signersOf({ terms, trustees }: OpenAgreement): Signers {
  return { buyerWallet: terms.buyerWallet, sellerWallet: terms.sellerWallet, arbiter: trustees.arbiter }
}

type Found = { escrow: StoredEscrow; exit: StoredSettlement; agreement: OpenAgreement }

/** Returns the settlement that awaits a signature, for one of its sides. */
async function findForSide(deps: Deps, { escrowId, userId }: Ask): Promise<Found | Refusal> {
  const found = await findPermitted(deps.db, { escrowId, userId }, 'sign')
  if (!found?.escrow.held) return refuse('escrow_not_found')
  const { escrow } = found
  const exit = await findSettlement(deps.db, escrowId)
  if (exit?.state !== 'collecting') return refuse('exit_not_open')
  if (isTooLate(escrow, exit, deps.clock.now())) return refuse('exit_date_near')
  return { escrow, exit, agreement: await findOpenAgreement(deps, escrowId) }
}

/** No settlement begins in the last ten minutes before the ledger date, and a signature would begin it. */
function isTooLate({ held }: StoredEscrow, { kind }: StoredSettlement, now: Date): boolean {
  return kind !== 'expiry' && held !== null && !mayStillRelease({ deadline: held.deadline.getTime() / 1000 }, now)
}
