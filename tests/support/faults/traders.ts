/** The people of a storm use the pages' workflows and the ledgers without weather, and know what they are owed. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Decimal } from '#app/kernel/domain/money.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { granted, seenDocuments, submission, upload, walletOf } from '#tests/support/world/people.ts'
import { aTrader } from '#tests/support/world/rows.ts'
import type { Owed } from './judging/facts.ts'
import type { Purses } from './purses.ts'
import { PAYEE, sumOf, type TradePlan } from './trade-plans.ts'

/** After this time something is wrong for good. */
const PATIENCE_MS = 15 * 60_000
const PAUSE_MS = 500

/** Whoever opens more in a day may not email the other side as often (notices/domain/email-limits). */
const TRADES_OF_A_PAIR = 16

type Person = Awaited<ReturnType<typeof aTrader>>
type Pair = { buyer: Person; seller: Person }
type Opened = Pair & { plan: TradePlan; escrowId: string; transactionId: string; account: string; reference: number }

export type Traders = {
  /** Brings trades to their end; what is then owed follows without another act. */
  tradeAll(plans: readonly TradePlan[]): Promise<void>
  /** Brings trades to where only the approval is missing. Returns a function that gives it. */
  prepareAll(plans: readonly TradePlan[]): Promise<() => Promise<void>>
  /** What the trades so far must pay. */
  owed: Owed[]
}

/** Retries until it succeeds. Throws the last error after the time limit. */
export async function persist<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(PAUSE_MS)) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`never done: ${what}`, { cause: error })
    }
  }
}

export async function openTraders(of: { deps: Deps; purses: Purses; atOnce: number }): Promise<Traders> {
  const { deps, purses, atOnce } = of
  const { db } = deps
  const owed: Owed[] = []
  const pairs = new Map<number, Promise<Pair>>()
  const pairFor = ({ number }: TradePlan): Promise<Pair> => {
    const place = Math.floor(number / TRADES_OF_A_PAIR)
    const pair = pairs.get(place) ?? persist('two people come', aPair)
    pairs.set(place, pair)
    return pair
  }
  async function aPair(): Promise<Pair> {
    const emailConfirmedAt = new Date()
    const buyer = await aTrader(db, { role: 'buyer', hasPaid: true, emailConfirmedAt })
    return { buyer, seller: await aTrader(db, { role: 'seller', emailConfirmedAt }) }
  }
  const walletFor = ({ asset, memo }: TradePlan) => ({ address: walletOf(asset, PAYEE), memo })
  const rowOf = ({ escrowId }: Opened) => db.escrow.findUniqueOrThrow({ where: { id: escrowId } })

  async function open(plan: TradePlan): Promise<Opened> {
    const formToken = randomUUID()
    const pair = await pairFor(plan)
    const { buyer, seller } = pair
    const amount = plan.ending === 'cancel' ? new Decimal(sumOf(plan)).plus(1).toFixed() : sumOf(plan)
    const opened = await persist('open an escrow', async () => {
      if (plan.leavesUpload) await upload({ deps })
      const contract = plan.hasContract ? await upload({ deps }) : null
      const form = { currency: plan.asset, amount, sellerEmail: seller.email, contract, formToken }
      const escrow = granted(await openEscrow(deps, submission(buyer, form)))
      return { ...escrow, ...(await db.escrow.findUniqueOrThrow({ where: { id: escrow.escrowId } })), ...pair, plan }
    })
    const { address: to, memo } = walletFor(plan)
    owed.push({ escrowId: opened.escrowId, asset: plan.asset, amount: sumOf(plan), to, memo })
    return opened
  }

  async function payAll({ plan, account, reference }: Opened): Promise<void> {
    const { payer: from, asset, parts: amounts } = plan
    await purses.pay({ from, asset, to: account, amounts, memo: String(reference) })
  }

  async function confirm(opened: Opened): Promise<void> {
    const { plan, seller, transactionId, escrowId } = opened
    const { address: walletAddress, memo: walletMemo } = walletFor(plan)
    const formToken = randomUUID()
    await persist('confirm the shipment', async () => {
      const files = plan.takesPaperBack ? [{ type: 'BillOfLading' as const, upload: await upload({ deps }) }] : []
      const shipment = { sellerId: seller.id, transactionId, walletAddress, walletMemo, files, formToken }
      granted(await confirmShipment(deps, shipment))
    })
    if (!plan.takesPaperBack) return
    await persist('take the paper back', async () => {
      const [paper] = await db.escrowDocument.findMany({ where: { escrowId } })
      if (paper) granted(await removeDocument(deps, { documentId: paper.id, sellerId: seller.id }))
    })
  }

  async function approve(opened: Opened): Promise<void> {
    const { escrowId, plan, buyer } = opened
    await persist('approve', async () => {
      if ((await rowOf(opened)).documentApprovalStatus === 'Approved') return
      const approval = { approval: 'Approved', reason: '', rejected: [] } as const
      const seenWallet = walletFor(plan)
      const seen = { seenWallet, seenDocuments: await seenDocuments({ deps }, escrowId) }
      granted(
        await reviewDocuments(deps, { hasCheckedWallet: true, escrowId, buyerId: buyer.id, ...approval, ...seen }),
      )
    })
  }

  async function untilReceived(opened: Opened): Promise<void> {
    await persist('what was paid is seen', async () => {
      const { receivedAmount } = await rowOf(opened)
      if (receivedAmount.toFixed() !== sumOf(opened.plan)) throw new Error(`${receivedAmount} of ${sumOf(opened.plan)}`)
    })
  }

  async function cancel(opened: Opened): Promise<void> {
    await untilReceived(opened)
    const { escrowId, plan, buyer } = opened
    await persist('cancel', async () => {
      granted(await cancelEscrow(deps, { escrowId, buyerId: buyer.id, wallet: walletFor(plan) }))
    })
  }

  async function refund(opened: Opened): Promise<void> {
    await untilReceived(opened)
    const { escrowId, plan, transactionId, buyer, seller } = opened
    const request = () => db.refundRequest.findFirst({ where: { escrowId } })
    await persist('ask for a refund', async () => {
      if (await request()) return
      const ask = { escrowId, buyerId: buyer.id, reason: 'The ship is late.', wallet: walletFor(plan) }
      granted(await askForRefund(deps, ask))
    })
    await persist('agree to the refund', async () => {
      if ((await request())?.answer) return
      const answer = { escrowId, transactionId, sellerId: seller.id, isAgreed: true, reason: '' }
      granted(await answerRefund(deps, answer))
    })
  }

  async function trade(plan: TradePlan): Promise<void> {
    const opened = await open(plan)
    if (plan.approvesFirst) {
      await confirm(opened)
      await approve(opened)
      return payAll(opened)
    }
    await payAll(opened)
    if (plan.ending === 'cancel') return cancel(opened)
    await confirm(opened)
    await (plan.ending === 'refund' ? refund(opened) : approve(opened))
  }

  const allOf = async <Result>(plans: readonly TradePlan[], act: (plan: TradePlan) => Promise<Result>) => {
    const limit = pLimit(atOnce)
    return Promise.all(plans.map((plan) => limit(() => act(plan))))
  }

  return {
    owed,
    async tradeAll(plans) {
      await allOf(plans, trade)
    },
    async prepareAll(plans) {
      const prepared = await allOf(plans, async (plan) => {
        const opened = await open(plan)
        await payAll(opened)
        await confirm(opened)
        await untilReceived(opened)
        return opened
      })
      const limit = pLimit(atOnce)
      return async () => {
        await Promise.all(prepared.map((opened) => limit(() => approve(opened))))
      }
    },
  }
}
