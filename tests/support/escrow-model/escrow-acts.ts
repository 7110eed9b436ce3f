/** An escrow of the model test: people's acts through the product, and the visible result. */
import { randomUUID } from 'node:crypto'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { DUST_BELOW } from '#app/ledgers/payments/domain/dust.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { acceptOffer } from '#app/trade/disputes/workflows/accept-offer.server.ts'
import { decideDispute } from '#app/trade/disputes/workflows/decide-dispute.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { stateInDispute } from '#app/trade/disputes/workflows/state-in-dispute.server.ts'
import { declineDivision, withdrawDivision } from '#app/trade/divisions/workflows/answer-division.server.ts'
import { proposeDivision } from '#app/trade/divisions/workflows/propose-division.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { agreeToReduction, offerReduction } from '#app/trade/documents/workflows/reduce-price.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { fetchRealTxId } from '#app/trade/lookup/workflows/fetch-real-txid.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund, withdrawRefundRequest } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import { escrowOf, type Person, seenDocuments, upload, walletOf } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'
import { type Book, type Facts, JOINED_LETTERS, newBook, type PartyName, shareOf, type Wallet } from './escrow-book.ts'
import { kindOn, proposalFor } from './escrow-divisions.ts'
import type { Act, Answer } from './escrow-model.ts'

export type Cast = Record<PartyName | 'operator', Person>

export type Trade = {
  asset: Asset
  escrowId: string
  transactionId: string
  account: string
  reference: string
  cast: Cast
  book: Book
}

let memos = 100_000

/** The payee's wallet with a memo unique in this world: it identifies a payment on the ledger. */
function ownWallet(asset: Asset, name: 'seller' | 'exchange' | 'friend' | 'second-buyer'): Wallet {
  memos += 1
  return { address: walletOf(asset, name), memo: String(memos) }
}

export async function openTrade(
  world: World,
  of: { asset: Asset; amount: string; isNamed: boolean; cast: Cast },
): Promise<Trade> {
  const { asset, amount, isNamed, cast } = of
  const sellerWallets = [ownWallet(asset, 'seller'), ownWallet(asset, 'exchange')] as const
  const buyerWallets = [ownWallet(asset, 'friend'), ownWallet(asset, 'second-buyer')] as const
  const { escrowId, transactionId } = await escrowOf(world, {
    buyer: cast.buyer,
    asset,
    amount,
    sellerEmail: isNamed ? cast.seller.email : '',
    walletAddress: sellerWallets[0].address,
    walletMemo: sellerWallets[0].memo,
  })
  const { account, reference } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const unit = new Decimal(asset === 'XRP' ? '0.000001' : '0.0000001')
  const book = newBook({
    amount: new Decimal(amount),
    unit,
    dustBelow: DUST_BELOW[asset],
    isNamed,
    sellerWallets,
    buyerWallets,
  })
  return { asset, escrowId, transactionId, account, reference: String(reference), cast, book }
}

/** The state of a person's page before an act, read once so that simultaneous acts use the same page. */
export async function lookAt(world: World, trade: Trade) {
  const dispute = await world.deps.db.dispute.findFirst({
    where: { escrowId: trade.escrowId, decision: null },
    select: { id: true },
  })
  const open = await world.deps.db.division.findMany({ where: { escrowId: trade.escrowId, answer: null } })
  return {
    book: trade.book,
    papers: await seenDocuments(world, trade.escrowId),
    disputeId: dispute?.id ?? randomUUID(),
    proposals: Object.fromEntries(open.map(({ side, id }) => [side, id])),
  }
}
type Page = Awaited<ReturnType<typeof lookAt>>

/** Acts through the workflows, as the routes do. Returns 'ok' or the refusal code. */
export async function act(world: World, on: { trade: Trade; page: Page; what: Act }): Promise<Answer> {
  const answered = await ask(world, on)
  return isRefusal(answered) ? answered.refused : 'ok'
}

/** A machine that stalls for seconds makes a ledger look unavailable; the read is retried. */
async function untilRead(read: () => Promise<unknown>): Promise<unknown> {
  const failed = (error: unknown) => {
    if (error instanceof LedgerUnavailable) return refuse('ledger_query_failed')
    throw error
  }
  for (;;) {
    const answer = await read().catch(failed)
    if (!isRefusal(answer) || !['ledger_query_failed', 'fetch_failed'].includes(answer.refused)) return answer
  }
}

async function ask(world: World, { trade, page, what }: { trade: Trade; page: Page; what: Act }): Promise<unknown> {
  const { deps } = world
  const { escrowId, cast, book } = trade
  const buyerId = cast.buyer.id
  switch (what.kind) {
    case 'watch':
      return untilRead(() => ingestPayments(deps, { network: networkOf(trade.asset), account: trade.account }))
    case 'fetch':
      return untilRead(() => fetchRealTxId(deps, { escrowId, buyerId }))
    case 'confirm': {
      const { address, memo } = book.sellerWallets[what.wallet]
      const paper = what.hasPaper ? [{ type: 'PackingList' as const, upload: await upload(world) }] : []
      const about = { sellerId: cast[what.by].id, transactionId: trade.transactionId, files: paper }
      return confirmShipment(deps, { ...about, walletAddress: address, walletMemo: memo })
    }
    case 'review': {
      const seen = what.view === 'other wallet' ? book.buyerWallets[0] : (page.book.payee ?? book.sellerWallets[0])
      return reviewDocuments(deps, {
        hasCheckedWallet: true,
        escrowId,
        buyerId,
        approval: what.approval,
        reason: what.reason,
        rejected: what.rejects ? ['PackingList'] : [],
        seenWallet: seen,
        seenDocuments: what.view === 'other paper' ? [...page.papers, randomUUID()] : page.papers,
      })
    }
    case 'ask':
      return askForRefund(deps, { escrowId, buyerId, reason: what.reason, wallet: book.buyerWallets[what.wallet] })
    case 'withdraw':
      return withdrawRefundRequest(deps, { escrowId, buyerId })
    case 'answer': {
      const { isAgreed, reason } = what
      return answerRefund(deps, { escrowId, sellerId: cast[what.by].id, isAgreed, reason })
    }
    case 'refund wallet':
      return stateRefundWallet(deps, { escrowId, buyerId, wallet: book.buyerWallets[what.wallet] })
    case 'cancel':
      return cancelEscrow(deps, {
        escrowId,
        buyerId,
        wallet: what.wallet === null ? null : book.buyerWallets[what.wallet],
      })
    case 'dispute':
      return openDispute(deps, { escrowId, userId: cast[what.by].id, reason: what.reason })
    case 'end dispute':
      return withdrawDispute(deps, { escrowId, userId: cast[what.by].id })
    case 'say':
      return stateInDispute(deps, { escrowId, userId: cast[what.by].id, words: what.words, uploads: [] })
    case 'propose': {
      const sellerAmount = shareOf(book, what.percent).toFixed()
      const forBuyer = { wallet: book.buyerWallets[what.wallet], hasCheckedWallet: true }
      const proposed = { escrowId, userId: cast[what.by].id, sellerAmount, words: '', ...forBuyer }
      if (kindOn(page.book) === 'offer') return proposeDivision(deps, { ...proposed, kind: 'offer' })
      const seenWallet = page.book.payee ?? book.sellerWallets[0]
      return offerReduction(deps, { ...proposed, seenWallet, seenDocuments: page.papers })
    }
    case 'answer proposal': {
      const seen = proposalFor(page.book, what)
      const divisionId = (seen && page.proposals[seen.side]) ?? randomUUID()
      const answered = { escrowId, userId: cast[what.by].id, divisionId }
      if (what.answer === 'declined') return declineDivision(deps, answered)
      if (what.answer === 'withdrawn') return withdrawDivision(deps, answered)
      if (seen?.kind === 'reduction') return agreeToReduction(deps, answered)
      return acceptOffer(deps, { ...answered, wallet: book.buyerWallets[what.wallet], hasCheckedWallet: true })
    }
    case 'decide': {
      const { decision } = what
      const toSeller = { release: book.amount, split: shareOf(book, what.percent) }[decision as string]
      const isToBuyer = decision === 'refund' || (decision === 'split' && toSeller?.lt(book.amount))
      return decideDispute(deps, {
        escrowId,
        operatorId: cast.operator.id,
        disputeId: what.isStale ? randomUUID() : page.disputeId,
        decision,
        sellerAmount: shareOf(book, what.percent).toFixed(),
        note: 'Both were heard.',
        // The wallets on the page: one stated meanwhile is not paid unseen.
        seen: { seller: toSeller?.gt(0) ? page.book.payee : null, buyer: isToBuyer ? page.book.refundTo : null },
      })
    }
  }
}

/** The product's facts, from its rows. */
export async function findFacts(world: World, trade: Trade): Promise<Facts> {
  const row = await world.deps.db.escrow.findUniqueOrThrow({
    where: { id: trade.escrowId },
    include: {
      transfers: { where: { lockId: null } },
      refundRequests: { where: { answer: null } },
      disputes: { include: { statements: true } },
      divisions: true,
    },
  })
  const nameOf = (id: string | null) =>
    (['buyer', 'seller', 'other'] as const).find((name) => trade.cast[name].id === id)
  const wallet = (address: string | null, memo: string | null) =>
    address === null ? null : { address, memo: memo ?? '' }
  return {
    received: row.receivedAmount.toFixed(),
    isFunded: row.verifiedAt !== null,
    isCancelled: row.cancelledAt !== null,
    bound: (nameOf(row.sellerId) ?? null) as Facts['bound'],
    payee: wallet(row.payoutAddress, row.payoutMemo),
    approval: row.documentApprovalStatus,
    reason: row.rejectionReason,
    rejects: row.rejectedTypes.length > 0,
    refundTo: wallet(row.refundAddress, row.refundMemo),
    isAsked: row.refundRequests.length === 1,
    disputedBy: nameOf(row.disputes.find(({ decision }) => decision === null)?.openedById ?? null) ?? null,
    said: row.disputes.flatMap(({ statements }) => statements.map(({ side, words }) => `${side} ${words}`)).sort(),
    proposals: row.divisions
      .map(({ side, sellerAmount, answer }) => `${side} ${sellerAmount.toFixed()} ${answer ?? 'open'}`)
      .sort(),
    owed: row.transfers
      .map(({ purpose, amount, address, memo }) =>
        JSON.stringify({ purpose, amount: amount.toFixed(), wallet: wallet(address, memo) }),
      )
      .sort(),
    letters: await countLetters(world, trade),
  }
}

/** Emails about a trade by name and reader. Other tests check those of finished payouts, and joined ones. */
async function countLetters({ deps }: World, trade: Trade): Promise<Record<string, number>> {
  const rows = await deps.db.$queryRaw<{ letter: string; recipient: string; count: number }[]>`
    select "content"->>'letter' as letter, "recipient", count(*)::int as count from "outbox_letter"
    where "content"->>'txid' = ${trade.transactionId}
      and "content"->>'letter' not in ('funds_released', 'funds_refunded')
    group by 1, 2`
  const names = ['buyer', 'seller', 'other'] as const
  const counted = rows.filter(({ letter }) => !JOINED_LETTERS.includes(letter))
  return Object.fromEntries(
    counted.map(({ letter, recipient, count }) => [
      `${letter} to ${names.find((name) => trade.cast[name].email === recipient)}`,
      count,
    ]),
  )
}
