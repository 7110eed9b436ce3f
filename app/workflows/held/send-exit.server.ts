import { lockEscrow } from '#app/db/escrow/escrows.server.ts'
import { noteExitWait } from '#app/db/held/exit-limits.server.ts'
import { findExit, moveExit, type StoredExit } from '#app/db/held/exits.server.ts'
import type { StoredAgreement } from '#app/db/held/holds.server.ts'
import type { StoredLock } from '#app/db/held/locks.server.ts'
import type { PayoutLease } from '#app/db/payouts/payout-lease.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import type { XrplKeeper } from '#app/ledgers/held.ts'
import { type SignedPayout, type Submission, TreasuryWaits } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { sendTransfer } from '#app/workflows/payouts/move-transfer.server.ts'
import { withPayoutLease } from '#app/workflows/payouts/with-payout-lease.server.ts'
import { LOOK_AGAIN_MS, later } from './when.ts'

export type Signed = { signed: SignedPayout; purpose: 'wrap' | 'finish' | 'cancel'; laneKey: string }

type Sending = {
  exit: StoredExit
  network: Network
  /** Hands the bytes to the ledger. */
  submit: (signed: SignedPayout) => Promise<Submission>
  /** Null: not now. */
  sign: (exit: StoredExit, lease: PayoutLease) => Promise<Signed | null>
}

/**
 * Signs for Quayside what is ready, as the one process that may sign on this ledger, stores it, and only then sends it. Stops of payouts do not
 * stop what a ledger holds (docs/decisions/119). Answers with when to look again.
 */
export async function sendExit(deps: WorkerDeps, { exit: seen, network, submit, sign }: Sending): Promise<Date> {
  await withPayoutLease(deps, network, async (lease) => {
    const exit = await findExit(deps.db, seen.escrowId)
    // Another worker was first.
    if (exit?.id !== seen.id || exit.state !== 'ready' || exit.live) return
    const made = await sign(exit, lease).catch((error: unknown) => noteWait(deps, exit, error))
    if (made === null) return
    const { id: exitId, escrowId, kind } = exit
    const { signed, purpose, laneKey } = made
    await sendTransfer(deps, {
      lease,
      signed,
      of: { purpose, exitId, laneKey },
      event: { kind: 'hold_signed', escrowId, detail: { exitId, purpose, hash: signed.hash } },
      names: { escrow: escrowId, exit: exitId, kind },
      // The escrow first, then the way out, as everybody who moves one does.
      prepare: (tx) => lockEscrow(tx, escrowId),
      async onStored(tx) {
        if (!(await moveExit(tx, { id: exitId, from: ['ready'], to: 'sent' })))
          throw new Error(`${exitId} is not ready`)
      },
      submit,
    })
  })
  return later(deps, LOOK_AGAIN_MS)
}

/** What the network asks for, or that our own money is used up, is said with it; then as every error. */
async function noteWait(deps: WorkerDeps, { id }: StoredExit, error: unknown): Promise<never> {
  if (error instanceof TreasuryWaits)
    await noteExitWait(deps.db, { id, waitsFor: error.waitsFor, feeAsked: error.feeAsked })
  throw error
}

type Sent = { exit: StoredExit; agreement: StoredAgreement; lock: StoredLock; signed: SignedPayout }

/** A finish shows a secret, and is looked at once more before each sending; a cancel may be sent at any time. */
export function submitOnXrpl(
  keeper: XrplKeeper,
  { exit, agreement: { terms }, lock, signed }: Sent,
): Promise<Submission> {
  const { owner, sequence } = lock
  if (exit.kind !== 'release' || owner === null || sequence === null) return keeper.submit(signed)
  const { sellerWallet: address, sellerTag: memo, amount, deadline } = terms
  return keeper.submitFinish(signed, { owner, sequence, deadline, seller: { asset: 'XRP', address, memo, amount } })
}
