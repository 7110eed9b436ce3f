import { endClosing, findClosing, type StoredClosing } from '#app/db/held/closings.server.ts'
import { findExit } from '#app/db/held/exits.server.ts'
import { findAgreement } from '#app/db/held/holds.server.ts'
import { findCountingLock } from '#app/db/held/locks.server.ts'
import { isHistoryDoubted } from '#app/db/ledger-payments/readings.server.ts'
import type { StellarKeeper } from '#app/ledgers/held.ts'
import { LedgerUnavailable, SignerUnavailable, TreasuryWaits } from '#app/ledgers/ledger.ts'
import type { WorkerDeps } from '#app/workflows/deps.ts'
import { later, RECHECK_MS } from '../when.ts'
import { findOpenAgreement, type OpenAgreement } from '../write-exit.server.ts'

/** The ledger's clock may go behind ours. */
const AFTER_DATE_MS = 600_000
/** What lies on a line, or another balance, seldom goes away. */
const NOT_EMPTY_MS = 7 * 86_400_000
/** For so long after the date; a closing is valid for as long. */
const GIVEN_UP_AFTER_MS = 365 * 86_400_000

/**
 * Closes the account of two signatures of an escrow on Stellar, by the transaction that a side has signed for it, after the date and when
 * nothing is held for it any more; so the reserves come back that Quayside lent. Safe to run at any time, by any number of workers, after any
 * crash: the ledger takes the number once. Answers with when to look again; null when nothing is to be done.
 */
export async function closeAccount(deps: WorkerDeps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  const exit = await findExit(deps.db, escrowId)
  const closing = exit && (await findClosing(deps.db, exit.id))
  if (!closing?.wallet || closing.endedAt) return null
  const keeper = deps.keepers.stellar
  const agreement = await findAgreement(deps.db, escrowId)
  const lock = await findCountingLock(deps.db, escrowId)
  if (!keeper || !agreement || !lock?.end) return null
  const dueAt = new Date(agreement.terms.deadline * 1000 + AFTER_DATE_MS)
  const now = deps.clock.now()
  if (now < dueAt) return dueAt
  if (now.getTime() > dueAt.getTime() + GIVEN_UP_AFTER_MS) return null
  if (await isHistoryDoubted(deps.db, 'stellar')) return later(deps, RECHECK_MS)
  try {
    return await tryToClose(deps, { agreement: await findOpenAgreement(deps, escrowId), closing, keeper })
  } catch (error) {
    const passes =
      error instanceof LedgerUnavailable || error instanceof TreasuryWaits || error instanceof SignerUnavailable
    if (passes) return later(deps, RECHECK_MS)
    throw error
  }
}

type Closing = { agreement: OpenAgreement; closing: StoredClosing; keeper: StellarKeeper }

async function tryToClose(deps: WorkerDeps, { agreement, closing, keeper }: Closing): Promise<Date | null> {
  const { terms, account, escrowId } = agreement
  const { exitId, sequence, hash, xdr, wallet, signature } = closing
  const state = await deps.held.stellar.readForClosing(account)
  if (state?.nextSequence !== sequence) {
    await endClosing(deps.db, { exitId, at: deps.clock.now() })
    deps.log.info({ escrow: escrowId, hash, isGone: state === null }, 'the closing of a held account is over')
    return null
  }
  if (!state.isEmpty) return later(deps, NOT_EMPTY_MS)
  if (wallet === null || signature === null) throw new Error(`closing ${exitId} is not signed`)
  const arbiters = keeper.signClosing(terms, { account, sequence })
  const whole = deps.held.stellar.withSignatures(xdr, [{ address: wallet, signature }, arbiters])
  const { note } = await keeper.submit(await keeper.wrap(whole))
  deps.log.info({ escrow: escrowId, hash, note }, 'the closing of a held account was sent')
  return later(deps, RECHECK_MS)
}
