/** What people do with an on-chain escrow, by the workflows of the pages. */

import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { draftApproval, findDraftToSign } from '#app/trade/onchain/workflows/approving/draft-approval.server.ts'
import { signApproval } from '#app/trade/onchain/workflows/approving/sign-approval.server.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'
import { confirmTrade, type OnchainTrade, signedBy } from './onchain-trades.ts'

/** As the buyer's page shows it. */
export const reviewOf = (
  { id: escrowId, buyerId, asset }: OnchainTrade,
  approval: 'Approved' | 'Pending' = 'Approved',
) => ({
  escrowId,
  buyerId,
  approval,
  reason: '',
  rejected: [],
  seenWallet: { address: walletOf(asset), memo: null },
  seenDocuments: [],
  hasCheckedWallet: true,
})

/** Approves by the form and, with a two-signature account, by the wallet's signature. Returns the workflow's answer. */
export async function approve(world: World, trade: OnchainTrade) {
  const { deps } = world
  if (trade.asset === 'XRP') return reviewDocuments(deps, reviewOf(trade))
  const { approval: _, ...review } = reviewOf(trade)
  const drafted = await draftApproval(deps, review)
  if (drafted !== null) return drafted
  const draft = await findDraftToSign(deps, { escrowId: trade.id, userId: trade.buyerId })
  if (draft === null) throw new Error('nothing is to be signed')
  return signApproval(deps, { escrowId: trade.id, xdr: signedBy(world, 'buyer', draft) })
}

export async function approveTrade(world: World, trade: OnchainTrade): Promise<void> {
  await confirmTrade(world, trade)
  granted(await approve(world, trade))
}

/** The buyer opens a dispute. Returns its id. */
export async function disputeTrade(world: World, trade: OnchainTrade): Promise<string> {
  granted(await openDispute(world.deps, { escrowId: trade.id, userId: trade.buyerId, reason: 'wrong goods' }))
  const where = { escrowId: trade.id, decision: null }
  return (await world.deps.db.dispute.findFirstOrThrow({ where })).id
}

/** An operator decides a dispute. Returns the workflow's answer. */
export async function weighTrade(
  world: World,
  trade: OnchainTrade,
  decision: 'release' | 'refund' | 'split' | 'dismissed',
  sellerAmount = '',
) {
  const disputeId = await disputeTrade(world, trade)
  const operatorId = (await aUser(world.deps.db, { role: 'admin' })).id
  return decide(world.deps, { escrowId: trade.id, operatorId, disputeId, decision, sellerAmount, note: 'so' })
}

/** The seller has confirmed; the operator decides a dispute. */
export async function decideTrade(
  world: World,
  trade: OnchainTrade,
  decision: 'release' | 'refund' | 'split' | 'dismissed',
  sellerAmount = '',
): Promise<void> {
  await confirmTrade(world, trade)
  granted(await weighTrade(world, trade, decision, sellerAmount))
}
