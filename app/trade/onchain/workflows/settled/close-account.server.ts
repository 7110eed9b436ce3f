import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { later } from '#app/settlement/payouts/workflows/rounds.ts'
import { findCountingDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { findSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import { endClosing, findClosing, putOffClosing } from '#app/trade/onchain/db/signing/closings.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { findOpenAgreement } from '../write-settlement.server.ts'

/** A balance on a trustline, or another claimable balance, seldom goes away. */
const NOT_EMPTY_MS = 7 * 86_400_000
/** How long after the ledger date a closing is valid (ledgers/stellar/onchain/transactions). */
const GIVEN_UP_AFTER_MS = 366 * 86_400_000

/**
 * Closes the multisig account of a Stellar escrow with the closing that a side has signed, after the ledger date and
 * once it is empty: that frees the reserves that Quayside lent. Safe to run at any time, by any number of workers,
 * after any crash: the ledger takes the sequence once. The sweep repeats it until it is over.
 */
export async function closeLedgerAccount(deps: WorkerDeps, { escrowId }: { escrowId: string }): Promise<void> {
  const keeper = deps.keepers.stellar
  const exit = await findSettlement(deps.db, escrowId)
  const closing = exit && (await findClosing(deps.db, exit.id))
  const { exitId, sequence, hash, xdr, wallet, signature } = closing ?? {}
  if (!keeper || !closing || !exitId || !sequence || !xdr || !wallet || !signature || closing.endedAt) return
  const lock = await findCountingDeposit(deps.db, escrowId)
  if (!lock?.end || (await isHistoryDoubted(deps.db, 'stellar'))) return
  const { terms, account } = await findOpenAgreement(deps, escrowId)
  try {
    const state = await deps.held.stellar.readForClosing(account)
    const isTooLate = deps.clock.now().getTime() > terms.deadline * 1000 + GIVEN_UP_AFTER_MS
    if (state?.nextSequence !== sequence || isTooLate) {
      await endClosing(deps.db, { exitId, at: deps.clock.now() })
      deps.log.info({ escrow: escrowId, hash, isGone: state === null }, 'escrow account closing ended')
    } else if (state.isEmpty) {
      const arbiters = keeper.signClosing(terms, { account, sequence })
      const whole = deps.held.stellar.withSignatures(xdr, [{ address: wallet, signature }, arbiters])
      const { note } = await keeper.submit(await keeper.wrap(whole))
      deps.log.info({ escrow: escrowId, hash, note }, 'escrow account closing sent')
    } else {
      await putOffClosing(deps.db, { exitId, until: later(deps, NOT_EMPTY_MS) })
    }
  } catch (error) {
    // The sweep retries.
    if (!(error instanceof LedgerUnavailable)) throw error
  }
}
