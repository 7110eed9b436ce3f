/** The people of an escrow that ends other than by approval, and their acts. */
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import type { Decision } from '#app/trade/disputes/domain/decision.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import type { PlayName } from '#harbour/accounts.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  seenDocuments,
  walletOf,
} from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'

export type Cast = { buyer: Person; seller: Person; operator: { id: string } }

export async function castOf(world: World): Promise<Cast> {
  const operator = await aUser(world.deps.db, { role: 'admin' })
  return { buyer: await paidBuyer(world), seller: await aSeller(world), operator }
}

export const walletAt = (asset: Asset, name: PlayName, memo = ''): TypedWallet => ({
  address: walletOf(asset, name),
  memo,
})

export type Trade = { escrowId: string; transactionId: string; asset: Asset }

/** Acts of one world's people on one escrow. By default they must succeed. */
export function deskOf(world: World, { buyer, seller, operator }: Cast) {
  const { deps } = world
  const desk = {
    async open(asset: Asset, amount: string, about: Partial<EscrowSubmission> = {}): Promise<Trade> {
      return { ...(await escrowOf(world, { buyer, asset, amount, ...about })), asset }
    },
    async openFunded(
      asset: Asset,
      amount: string,
      about: { paid?: string } & Partial<EscrowSubmission> = {},
    ): Promise<Trade> {
      const { paid, ...changes } = about
      const trade = await desk.open(asset, amount, changes)
      await fund(world, trade.escrowId, paid)
      return trade
    },
    confirm: ({ asset, transactionId }: Trade, about: { sellerId?: string; wallet?: TypedWallet } = {}) => {
      const { address, memo } = about.wallet ?? walletAt(asset, 'seller')
      const sellerId = about.sellerId ?? seller.id
      return confirmShipment(deps, { sellerId, transactionId, walletAddress: address, walletMemo: memo, files: [] })
    },
    review: async (
      { asset, escrowId }: Trade,
      approval: 'Approved' | 'Rejected' | 'Pending' = 'Approved',
      { address, memo } = walletAt(asset, 'seller'),
    ) =>
      reviewDocuments(deps, {
        hasCheckedWallet: true,
        escrowId,
        buyerId: buyer.id,
        approval,
        reason: approval === 'Rejected' ? 'The weight differs.' : '',
        rejected: [],
        seenWallet: { address, memo: memo || null },
        seenDocuments: await seenDocuments(world, escrowId),
      }),
    state: ({ escrowId }: Trade, wallet: TypedWallet) =>
      stateRefundWallet(deps, { escrowId, buyerId: buyer.id, wallet }),
    ask: ({ asset, escrowId }: Trade, about: { buyerId?: string; wallet?: TypedWallet; reason?: string } = {}) => {
      const { buyerId = buyer.id, wallet = walletAt(asset, 'friend'), reason = 'The ship sank.' } = about
      return askForRefund(deps, { escrowId, buyerId, wallet, reason })
    },
    answer: ({ escrowId }: Trade, about: { sellerId?: string; isAgreed?: boolean; reason?: string } = {}) => {
      const { sellerId = seller.id, isAgreed = true, reason = '' } = about
      return answerRefund(deps, { escrowId, sellerId, isAgreed, reason })
    },
    dispute: ({ escrowId }: Trade, about: { userId?: string; reason?: string } = {}) =>
      openDispute(deps, { escrowId, userId: about.userId ?? buyer.id, reason: about.reason ?? 'Nothing came.' }),
    async decide(
      { escrowId }: Trade,
      about: { decision: Decision; seller?: string; note?: string; disputeId?: string },
    ) {
      const open = await deps.db.dispute.findFirst({ where: { escrowId, decision: null } })
      return decide(deps, {
        escrowId,
        operatorId: operator.id,
        disputeId: about.disputeId ?? open?.id ?? operator.id,
        decision: about.decision,
        sellerAmount: about.seller ?? '',
        note: about.note ?? 'Both were heard.',
      })
    },
    /** A refund that the seller agreed to; no worker has run yet. */
    async agreedRefund(asset: Asset, amount: string, wallet = walletAt(asset, 'friend')): Promise<Trade> {
      const trade = await desk.openFunded(asset, amount)
      granted(await desk.confirm(trade))
      granted(await desk.ask(trade, { wallet }))
      granted(await desk.answer(trade))
      return trade
    },
    async stage({ escrowId }: Trade) {
      const escrow = await findEscrow(deps.db, escrowId)
      if (!escrow) throw new Error('there is no such escrow')
      return stageOf(escrow.facts)
    },
    payouts: ({ escrowId }: Trade) =>
      deps.db.transfer.findMany({
        where: { escrowId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        include: { attempts: true },
      }),
    /** Lets the worker pay everything owed; fails when something stops it. */
    async untilPaid(trade: Trade): Promise<void> {
      const isPaid = async () => (await desk.payouts(trade)).every(({ state }) => state === 'confirmed')
      await world.workUntil(isPaid, 'everything that is owed is paid')
    },
    /** Emails and their readers: 'funds_refunded to buyer'. */
    async letters({ transactionId }: Trade): Promise<string[]> {
      const rows = await deps.db.$queryRaw<{ letter: string; recipient: string }[]>`
        select "content"->>'letter' as letter, "recipient" from "outbox_letter"
        where "content"->>'txid' = ${transactionId}`
      const nameOf = (email: string) => (email === buyer.email ? 'buyer' : email === seller.email ? 'seller' : email)
      return rows.map(({ letter, recipient }) => `${letter} to ${nameOf(recipient)}`).sort()
    },
  }
  return desk
}
