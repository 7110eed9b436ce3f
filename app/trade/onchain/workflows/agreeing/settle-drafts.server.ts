import { networkOf } from '#app/kernel/domain/assets.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { endDrafts, findStandingDrafts, type StoredDraft } from '#app/trade/onchain/db/drafts.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { isDraftExpired, isSpent, numbersOf } from '#app/trade/onchain/domain/draft.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { pollDeposits } from '../find-deposits.server.ts'

/**
 * Ends drafts that no ledger can include any more, after polling for their deposits: those are stored, and fund the
 * escrow where they are as agreed. Returns the drafts that can still lock. A server in doubt ends none. Throws
 * LedgerUnavailable.
 */
export async function settleDrafts(deps: Deps, agreement: StoredAgreement): Promise<StoredDraft[]> {
  const standing = await findStandingDrafts(deps.db, agreement.id)
  if (standing.length === 0) return []
  const { asset, buyerWallet } = agreement.terms
  const network = networkOf(asset)
  if (await isHistoryDoubted(deps.db, network)) {
    throw new LedgerUnavailable(network, 'what was offered is not settled by a server in doubt')
  }
  // Read before the poll: the poll then sees everything included up to this ledger.
  const wallet = network === 'xrpl' ? await deps.held.xrpl.readWallet(buyerWallet) : null
  const completeTo = await pollDeposits(deps, agreement)
  if (completeTo === null) return standing
  if (wallet !== null && completeTo < wallet.closedAt) {
    throw new LedgerUnavailable(network, 'a server that lags behind shows what is locked')
  }
  const isOver = (draft: StoredDraft) =>
    wallet === null
      ? draft.validUntil !== null && isDraftExpired({ validUntil: draft.validUntil }, completeTo)
      : isSpent(numbersOf(draft), wallet)
  const ids = standing.filter(isOver).map(({ id }) => id)
  await endDrafts(deps.db, { ids, at: deps.clock.now() })
  return standing.filter(({ id }) => !ids.includes(id))
}
