/** How a wallet takes the share that a settlement on Stellar has set aside for it (decision 118). */
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { UnsignedTransaction } from '#app/ledgers/onchain.ts'
import { findShares, type StoredShare, takeShare } from '#app/trade/onchain/db/signing/closings.server.ts'
import type { Deps, WorkerDeps } from '#app/workflow-deps.ts'
import { findOpenAgreement } from '../write-settlement.server.ts'

type Ask = { escrowId: string; userId: string }

export type ShareToTake = Pick<StoredShare, 'amount'> & UnsignedTransaction & { wallet: string }

/**
 * Writes the transaction by which the asker's wallet takes its share, anew each time. Null: nothing waits for this
 * side. Refusals: escrow_not_found, stellar_unavailable, wallet_account_missing (it has to be opened first).
 */
export async function offerShare(deps: Deps, ask: Ask): Promise<ShareToTake | null | Refusal> {
  const waiting = await findWaiting(deps, ask)
  if (waiting === null || 'refused' in waiting) return waiting
  const { wallet, share } = waiting
  await expectTaken(deps, ask.escrowId)
  try {
    const written = await deps.held.stellar.writeTake({ wallet, balanceId: share.balanceId })
    if (written === null) return refuse('wallet_account_missing', { values: { currency: 'XLM' } })
    return { ...written, wallet, amount: share.amount }
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('stellar_unavailable')
    throw error
  }
}

/**
 * Sends what the wallet has signed, if it only takes this share. It proves nothing: the ledger is polled. Refusals:
 * those of offerShare, exit_not_open (nothing waits), signature_unreadable, signature_elsewhere, held_not_sent.
 */
export async function sendTake(deps: Deps, { xdr, ...ask }: Ask & { xdr: string }): Promise<null | Refusal> {
  const waiting = await findWaiting(deps, ask)
  if (waiting === null) return refuse('exit_not_open')
  return 'refused' in waiting ? waiting : sendFor(deps, { escrowId: ask.escrowId, xdr, ...waiting })
}

/** The same, submitted by a wallet: nobody is signed in. */
export async function sendTakeByWallet(
  deps: Deps,
  { escrowId, xdr }: { escrowId: string; xdr: string },
): Promise<null | Refusal> {
  const shares = await findShares(deps.db, escrowId)
  const share = shares.find(({ balanceId }) => deps.held.stellar.isTakeOf(xdr, [balanceId]))
  if (share === undefined || share.takenBy !== null) return refuse('exit_not_open')
  return sendFor(deps, { escrowId, xdr, share, wallet: await walletOf(deps, escrowId, share.side) })
}

type Waiting = { share: StoredShare; wallet: string }

async function sendFor(deps: Deps, sent: Waiting & { escrowId: string; xdr: string }): Promise<null | Refusal> {
  const { share, wallet, xdr, escrowId } = sent
  const about = { field: 'signed' }
  const { stellar } = deps.held
  if (!stellar.isTakeOf(xdr, [share.balanceId])) return refuse('signature_elsewhere', about)
  const read = stellar.readSigned(xdr, { hash: stellar.readHash(xdr) ?? '', signers: [wallet] })
  if (read.kind !== 'signed') return refuse('signature_unreadable', about)
  try {
    const { answered, taken } = await stellar.send(stellar.withSignatures(xdr, read.signatures))
    if (!answered || !taken) return refuse('held_not_sent', about)
    await expectTaken(deps, escrowId)
    return null
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('held_not_sent', about)
    throw error
  }
}

/** Polls for shares that were taken, when somebody views the page or has just sent a transaction. */
export async function followShares(deps: WorkerDeps, escrowId: string): Promise<void> {
  for (const { balanceId, takenBy, side, amount } of await findShares(deps.db, escrowId)) {
    const claim = takenBy === null ? await deps.held.stellar.findClaim(balanceId) : null
    if (claim === null) continue
    const { hash, at } = claim
    await inTransaction(deps.db, async (tx) => {
      if (!(await takeShare(tx, { balanceId, hash, at }))) return
      const detail = { side, amount: plain(amount), hash }
      await writeEvent(tx, { kind: 'share_taken', at: deps.clock.now(), escrowId, detail })
    })
  }
}

/** Polls the ledger next: somebody waits for it, or has just sent a transaction. */
async function expectTaken({ db }: Pick<Deps, 'db'>, escrowId: string): Promise<void> {
  await inTransaction(db, (tx) => enqueue(tx, { name: 'follow_exit', payload: { escrowId } }))
}

async function findWaiting(deps: Deps, ask: Ask): Promise<Waiting | null | Refusal> {
  const found = await findPermitted(deps.db, ask, 'sign')
  if (!found?.escrow.held) return refuse('escrow_not_found')
  const { side } = found
  const { escrowId } = ask
  const share = (await findShares(deps.db, escrowId)).find((one) => one.side === side && one.takenBy === null)
  return share === undefined ? null : { share, wallet: await walletOf(deps, escrowId, side) }
}

async function walletOf(deps: Deps, escrowId: string, side: Reader): Promise<string> {
  const { terms } = await findOpenAgreement(deps, escrowId)
  return side === 'buyer' ? terms.buyerWallet : terms.sellerWallet
}
