import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { LedgerUnavailable, type PayoutOutcome, type SignedPayout } from '#app/ledgers/ledger.ts'
import type { StellarSponsor } from '#app/ledgers/onchain.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { AFTER_FAILURE_MS, later, POLL_AGAIN_MS } from '#app/settlement/payouts/workflows/rounds.ts'
import { withPayoutLease } from '#app/settlement/payouts/workflows/with-payout-lease.server.ts'
import { endDeposit, findDepositById } from '#app/trade/onchain/db/deposits.server.ts'
import { findAgreementById, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import {
  endReturn,
  findCountingBalances,
  findOpenReturn,
  findReturnFacts,
  isAgreementUnderReview,
  type StoredReturn,
  storeSentReturn,
} from '#app/trade/onchain/db/signing/returns.server.ts'
import { mayReturnEarly } from '#app/trade/onchain/domain/early-return.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { askOtherEnd } from '../end-onchain-escrow.server.ts'

/**
 * Advances an early return that the buyer's wallet has signed: checks the record and the ledger again, stores the
 * arbiter's signature, sends it and polls its outcome. Safe to run at any time, by any number of workers, after any
 * crash: the ledger takes the wallet's sequence once. Returns when to poll again; null: nothing to do.
 */
export async function sendReturn(deps: WorkerDeps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  const keeper = deps.keepers.stellar
  const open = await findOpenReturn(deps.db, escrowId)
  if (!open?.signature) return null
  if (!keeper) throw new Error('no key of an arbiter is set')
  if (await isHistoryDoubted(deps.db, 'stellar')) return later(deps, RECHECK_MS)
  try {
    const agreement = await findAgreementById(deps.db, open.agreementId)
    const outcome = await keeper.outcomeOf(envelopeOf(open))
    if (outcome.kind !== 'pending') return await close(deps, { open, agreement, outcome })
    if (open.sentAt === null) return await sign(deps, { open, agreement, keeper })
    await deps.held.stellar.send(open.blob ?? '')
    return later(deps, POLL_AGAIN_MS)
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ escrow: escrowId, cause: causeOf(error) }, 'early return postponed')
    return later(deps, AFTER_FAILURE_MS)
  }
}

type SendingStep = { open: StoredReturn; agreement: StoredAgreement }

/** For polling its outcome. Without the arbiter's signature it is invalid: unsent, it is on no ledger. */
function envelopeOf({ hash, blob, xdr, back }: StoredReturn): SignedPayout {
  const { wallet: source, sequence, maxTime } = back
  const numbers = { sequence, validUntil: String(maxTime), validFrom: null }
  return { network: 'stellar', hash, blob: blob ?? xdr, source, ...numbers }
}

/** Signs under the lease, stores it, and only then sends it. */
async function sign(
  deps: WorkerDeps,
  { open, agreement, keeper }: SendingStep & { keeper: StellarSponsor },
): Promise<Date> {
  const { id, escrowId, lockId, hash, xdr, signature, back } = open
  const why = await findWait(deps, { open, agreement })
  if (why !== null) {
    // Repeated until it expires: then the ledger says so, and the buyer may ask again.
    deps.log.warn({ escrow: escrowId, hash, why }, 'early return not signed')
    return later(deps, RECHECK_MS)
  }
  await withPayoutLease(deps, 'stellar', async (lease) => {
    const counting = await findCountingBalances(deps.db, escrowId)
    const arbiters = keeper.signReturn(agreement.terms, back, counting)
    const blob = deps.held.stellar.withSignatures(xdr, [{ address: back.wallet, signature: signature ?? '' }, arbiters])
    const isStored = await inTransaction(deps.db, async (tx) => {
      await lockEscrow(tx, escrowId)
      const at = deps.clock.now()
      if (!(await storeSentReturn(tx, { id, blob, leaseEpoch: lease.epoch, at }))) return false
      await writeEvent(tx, { kind: 'return_sent', at, escrowId, detail: { lockId, hash } })
      return true
    })
    if (!isStored) return
    const { note } = await deps.held.stellar.send(blob)
    deps.log.info({ escrow: escrowId, hash, note }, 'early return sent')
  })
  return later(deps, POLL_AGAIN_MS)
}

/** Repeats all checks of the offer. Null: it may be signed. */
async function findWait({ db, held, clock }: WorkerDeps, { open, agreement }: SendingStep): Promise<string | null> {
  const { escrowId, lockId, back } = open
  const { account, balanceId, wallet: address } = back
  const now = clock.now()
  const { lock, at } = await findReturnFacts(db, { escrowId, lockId, now })
  const may = lock === null ? 'return_not_open' : mayReturnEarly(lock, { ...at, offered: 0 }, now)
  if (may !== true) return may
  if (await isAgreementUnderReview(db, open.agreementId)) return 'check'
  const { terms } = agreement
  const found = await held.stellar.readReturnable(terms, { account, balanceId })
  if (found?.asset !== back.asset || found.amount !== back.amount) return 'return_not_possible'
  // The ledger would refuse it, and charge the fee.
  const shares = [{ address, amount: back.amount }]
  return (await held.stellar.obstaclesTo({ ...terms, asset: back.asset }, { shares })).buyer
}

type Closing = SendingStep & { outcome: Exclude<PayoutOutcome, { kind: 'pending' }> }

/** The ledger has included it, refused it, or never will include it. */
async function close(deps: WorkerDeps, { open, agreement, outcome }: Closing): Promise<Date | null> {
  const { id, escrowId, lockId, hash } = open
  const lock = outcome.kind === 'settled' ? await findDepositById(deps.db, lockId) : null
  const ended = lock && (await askOtherEnd(deps, { terms: agreement.terms, lock }))
  // This server lags behind the one asked before.
  if (outcome.kind === 'settled' && !ended) return later(deps, POLL_AGAIN_MS)
  const end = outcome.kind === 'settled' ? 'taken' : outcome.kind
  const code = outcome.kind === 'failed' ? { code: outcome.code } : {}
  const isNew = await inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, escrowId)
    const at = deps.clock.now()
    if (ended && (await endDeposit(tx, { id: lockId, end: ended.end, hash: ended.hash, at: ended.at }))) {
      const detail = { lockId, end: ended.end, hash: ended.hash }
      await writeEvent(tx, { kind: 'hold_lock_ended', at, escrowId, detail })
    }
    if (!(await endReturn(tx, { id, end, ...code, at }))) return false
    await writeEvent(tx, { kind: 'return_ended', at, escrowId, detail: { lockId, hash, end, ...code } })
    return true
  })
  if (isNew) deps.log.info({ escrow: escrowId, hash, end, ...code }, 'early return ended')
  return null
}
