import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { type PayoutOutcome, type SignedPayout, TreasuryWaits } from '#app/ledgers/ledger.ts'
import type { StellarSponsor, XrplSponsor } from '#app/ledgers/onchain.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { RECHECK_MS } from '#app/settlement/payouts/domain/next-try.ts'
import { followTransfer, sendTransfer } from '#app/settlement/payouts/workflows/move-transfer.server.ts'
import { later, POLL_AGAIN_MS } from '#app/settlement/payouts/workflows/rounds.ts'
import { withPayoutLease } from '#app/settlement/payouts/workflows/with-payout-lease.server.ts'
import type { StoredDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { noteSettlementWait } from '#app/trade/onchain/db/settlement-limits.server.ts'
import { findSettlement, moveSettlement, type StoredSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { endSettlement } from './mark-settlement-failed.server.ts'

export type SendingStep = { exit: StoredSettlement; agreement: StoredAgreement; lock: StoredDeposit }

export type Signed = { signed: SignedPayout; purpose: 'wrap' | 'finish' | 'cancel'; laneKey: string }

type BySponsor = SendingStep & { keeper: StellarSponsor | XrplSponsor }

/** Null: not now. */
type Sign = (exit: StoredSettlement, lease: PayoutLease) => Promise<Signed | null>

/**
 * Signs a ready settlement for Quayside under this ledger's lease, stores it, and only then sends it. Stops of payouts
 * do not stop it (decision 119). Returns when to poll again.
 */
export async function sendSettlement(deps: WorkerDeps, { sign, ...step }: BySponsor & { sign: Sign }): Promise<Date> {
  const { id, escrowId } = step.exit
  await withPayoutLease(deps, step.keeper.network, async (lease) => {
    const exit = await findSettlement(deps.db, escrowId)
    // Another worker was first.
    if (exit?.id !== id || exit.state !== 'ready' || exit.live) return
    const made = await sign(exit, lease).catch((error: unknown) => noteWait(deps, exit, error))
    if (made === null) return
    const { signed, purpose, laneKey } = made
    await sendTransfer(deps, {
      lease,
      signed,
      of: { purpose, exitId: id, laneKey },
      event: { kind: 'hold_signed', escrowId, detail: { exitId: id, purpose, hash: signed.hash } },
      names: { escrow: escrowId, exit: id, kind: exit.kind },
      // Locks the escrow before the transfer, in the same order as everywhere.
      prepare: (tx) => lockEscrow(tx, escrowId),
      async onStored(tx) {
        if (!(await moveSettlement(tx, { id, from: ['ready'], to: 'submitted' }))) throw new Error(`${id} is not ready`)
      },
      submit: submitOf(step),
    })
  })
  return later(deps, POLL_AGAIN_MS)
}

/** Notes the fee that the network asks for, or that our own money is used up; then fails as with any error. */
async function noteWait(deps: WorkerDeps, { id }: StoredSettlement, error: unknown): Promise<never> {
  if (error instanceof TreasuryWaits)
    await noteSettlementWait(deps.db, { id, waitsFor: error.waitsFor, feeAsked: error.feeAsked })
  throw error
}

/** Follows an attempt in flight while the ledger still holds the money. Returns when to poll again. */
export async function followSent(
  deps: WorkerDeps,
  { outcome, ...step }: BySponsor & { outcome: PayoutOutcome },
): Promise<Date> {
  const { exit, keeper } = step
  const { id, escrowId, live } = exit
  if (live === null) throw new Error(`nothing of way out ${id} is on its way`)
  // The next poll records the end of the deposit.
  if (outcome.kind === 'settled') return later(deps, POLL_AGAIN_MS)
  await followTransfer(deps, {
    ...{ attempt: live, outcome, maySend: true, sentAt: live.createdAt, submit: submitOf(step) },
    names: { escrow: escrowId, exit: id, kind: exit.kind },
    lock: (tx) => lockEscrow(tx, escrowId),
    onSpent(tx, spent, now) {
      if (keeper.network === 'xrpl') return moveSettlement(tx, { id, from: ['submitted'], to: 'ready' })
      // The account's sequence is used up with it: the sides have to sign another one.
      return endSettlement(tx, { exit, why: spent.kind === 'failed' ? spent.code : 'sequence_used', now })
    },
  })
  if (outcome.kind === 'pending') return later(deps, POLL_AGAIN_MS)
  return later(deps, outcome.kind === 'failed' && keeper.network === 'xrpl' ? RECHECK_MS : 0)
}

/** A finish reveals a secret, so it is checked before each sending. Anything else may be sent at any time. */
function submitOf({ exit, agreement: { terms }, lock, keeper }: BySponsor): StellarSponsor['submit'] {
  const { owner, sequence } = lock
  if (keeper.network === 'stellar' || exit.kind !== 'release' || owner === null || sequence === null)
    return keeper.submit
  const { sellerWallet: address, sellerTag: memo, amount, deadline } = terms
  const seller = { asset: 'XRP', address, memo, amount } as const
  return (signed) => keeper.submitFinish(signed, { owner, sequence, deadline, seller })
}
