/** What people do with a trade that a ledger holds, by the workflows of the pages. */

import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { draftApproval, findDraftToSign } from '#app/trade/onchain/workflows/approving/draft-approval.server.ts'
import { signApproval } from '#app/trade/onchain/workflows/approving/sign-approval.server.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'
import { confirmTrade, type HeldTrade, signedBy } from './held-trades.ts'

/** As the buyer reads it on the page. */
export const reviewOf = (
  { id: escrowId, buyerId, asset }: HeldTrade,
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

/** The buyer approves: by the form, and where two signatures hold the money, by that of the wallet. Answers as the workflows do. */
export async function approve(world: World, trade: HeldTrade) {
  const { deps } = world
  if (trade.asset === 'XRP') return reviewDocuments(deps, reviewOf(trade))
  const { approval: _, ...review } = reviewOf(trade)
  const drafted = await draftApproval(deps, review)
  if (drafted !== null) return drafted
  const draft = await findDraftToSign(deps, { escrowId: trade.id, userId: trade.buyerId })
  if (draft === null) throw new Error('nothing is to be signed')
  return signApproval(deps, { escrowId: trade.id, xdr: signedBy(world, 'buyer', draft) })
}

/** The seller confirms, and the buyer approves. */
export async function approveTrade(world: World, trade: HeldTrade): Promise<void> {
  await confirmTrade(world, trade)
  granted(await approve(world, trade))
}

/** The buyer disputes it; answers with the dispute. */
export async function disputeTrade(world: World, trade: HeldTrade): Promise<string> {
  granted(await openDispute(world.deps, { escrowId: trade.id, userId: trade.buyerId, reason: 'wrong goods' }))
  const where = { escrowId: trade.id, decision: null }
  return (await world.deps.db.dispute.findFirstOrThrow({ where })).id
}

/** An operator decides a dispute; answers as the workflow does. */
export async function weighTrade(
  world: World,
  trade: HeldTrade,
  decision: 'release' | 'refund' | 'split' | 'dismissed',
  sellerAmount = '',
) {
  const disputeId = await disputeTrade(world, trade)
  const operatorId = (await aUser(world.deps.db, { role: 'admin' })).id
  return decide(world.deps, { escrowId: trade.id, operatorId, disputeId, decision, sellerAmount, note: 'so' })
}

/** The seller has confirmed; a dispute is decided. */
export async function decideTrade(
  world: World,
  trade: HeldTrade,
  decision: 'release' | 'refund' | 'split' | 'dismissed',
  sellerAmount = '',
): Promise<void> {
  await confirmTrade(world, trade)
  granted(await weighTrade(world, trade, decision, sellerAmount))
}
