import { causeOf } from '#app/kernel/domain/cause.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findNextClaim, noteClaim } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { lastClaimFor, nextClaimAt } from '#app/ledgers/payments/domain/claimable.ts'
import type { PayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { sendTransfer } from './move-transfer.server.ts'

/** True when the paying account can claim something on the ledger now. */
export async function hasClaim(deps: WorkerDeps, { network }: Pick<PayoutLease, 'network'>): Promise<boolean> {
  return (await findNext(deps, network)) !== null
}

/**
 * Claims the paying account's next claimable: signed, stored, then sent, with the account's own number, like new
 * channels. What left the account must have been read before. 'none': nothing to claim, or the ledger gave no answer.
 */
export async function claimNext(deps: WorkerDeps, lease: PayoutLease): Promise<'sent' | 'none'> {
  const { network } = lease
  const claimable = await findNext(deps, network)
  if (claimable === null) return 'none'
  const { id: claimableId, ledgerId, amount, asset } = claimable
  const treasury = deps.treasuries[network]
  try {
    const signed = await treasury.signClaim(claimable)
    const detail = { network, hash: signed.hash, claims: ledgerId, amount: plain(amount), asset }
    await sendTransfer(deps, {
      lease,
      signed,
      of: { purpose: 'claim', claimableId },
      event: { kind: 'treasury_signed', detail },
      names: { ledgerId },
      prepare: (tx, now) => noteClaim(tx, { id: claimableId, nextClaimAt: nextClaimAt(claimable.claims, now) }),
      submit: treasury.submit,
    })
    return 'sent'
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    deps.log.warn({ network, ledgerId, cause: causeOf(error) }, 'claimable money not claimed')
    return 'none'
  }
}

async function findNext(deps: WorkerDeps, network: PayoutLease['network']) {
  const now = deps.clock.now()
  const account = deps.treasuries[network].source
  return findNextClaim(deps.db, { network, account, now, until: lastClaimFor(now) })
}
