/** Escrows at each of their ends, and the routes of their statements, for the tests of page and PDF. */

import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Statement } from '#app/records/statement/domain/statement.ts'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import type { PresentedType } from '#app/trade/documents/domain/documents.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { type DocumentReview, reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  seenDocuments,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

export const AMOUNT = '40.1234567'
export const REFUND_WALLET = walletOf('XLM', 'second-buyer')
const TESTNETS = { stellarPassphrase: 'Test SDF Network ; September 2015', xrplNetworkId: 1 }

export type Opened = { escrowId: string; transactionId: string }
export type Presented = { type: PresentedType; name?: string }

export class SettledTrades implements AsyncDisposable {
  readonly world: World
  readonly buyer: Person
  readonly seller: Person
  readonly operator: Person
  readonly #reached = new Map<Ending, Promise<Opened>>()

  private constructor(people: { world: World; buyer: Person; seller: Person; operator: Person }) {
    this.world = people.world
    this.buyer = people.buyer
    this.seller = people.seller
    this.operator = people.operator
  }

  static async open(): Promise<SettledTrades> {
    const world = await openWorld()
    setRuntime(world)
    const buyer = await paidBuyer(world)
    const seller = await aSeller(world)
    // Only a command makes operators.
    const operator = await aSeller(world)
    await world.deps.db.user.update({ where: { id: operator.id }, data: { role: 'admin' } })
    return new SettledTrades({ world, buyer, seller, operator })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]()
  }

  /** A funded escrow whose documents were presented. */
  async presented(files: Presented[] = [{ type: 'BillOfLading' }]): Promise<Opened> {
    const { world, buyer, seller } = this
    const opened = await escrowOf(world, {
      buyer,
      asset: 'XLM',
      amount: AMOUNT,
      sellerEmail: seller.email,
      terms: 'CIF Hamburg',
      contract: await upload(world),
    })
    await fund(world, opened.escrowId)
    const uploads = []
    for (const { type, name } of files) {
      uploads.push({ type, upload: await upload(world, { field: type, name: name ?? 'document.pdf' }) })
    }
    const { transactionId } = opened
    const shipment = { sellerId: seller.id, transactionId, walletAddress: walletOf('XLM'), walletMemo: '' }
    granted(await confirmShipment(world.deps, { ...shipment, files: uploads }))
    return opened
  }

  async review({ escrowId }: Opened, changes: Partial<DocumentReview> = {}): Promise<void> {
    const { world, buyer } = this
    const seen = {
      seenWallet: { address: walletOf('XLM'), memo: null },
      seenDocuments: await seenDocuments(world, escrowId),
    }
    const decision = { escrowId, buyerId: buyer.id, approval: 'Approved', reason: '', rejected: [], ...seen } as const
    granted(await reviewDocuments(world.deps, { hasCheckedWallet: true, ...decision, ...changes }))
  }

  async askBack({ escrowId }: Opened): Promise<void> {
    const wallet = { address: REFUND_WALLET, memo: '' }
    const asked = { escrowId, buyerId: this.buyer.id, reason: 'The ship is late.', wallet }
    granted(await askForRefund(this.world.deps, asked))
  }

  async agreeToRefund(opened: Opened): Promise<void> {
    const agreed = { ...opened, sellerId: this.seller.id, isAgreed: true, reason: '' } as const
    granted(await answerRefund(this.world.deps, agreed))
  }

  async paidOut({ escrowId }: Opened, count: number): Promise<void> {
    const { db } = this.world.deps
    const isPaid = async () => (await db.transfer.count({ where: { escrowId, state: 'confirmed' } })) === count
    await this.world.workUntil(isPaid, 'the payouts are confirmed')
  }

  /** An ended escrow, made once per stage and shared by all who only read it. */
  ended(stage: Ending): Promise<Opened> {
    const known = this.#reached.get(stage) ?? ENDINGS[stage](this)
    this.#reached.set(stage, known)
    return known
  }

  async read({ transactionId }: Opened, who: Person, role: 'buyer' | 'seller' | 'admin'): Promise<Statement> {
    const viewer = { ...who, hasConfirmedEmail: true, role }
    const now = new Date('2026-11-20T12:00:00.000Z')
    const statement = await findStatement(this.world.deps.db, { viewer, transactionId, networks: TESTNETS, now })
    if (!statement) throw new Error('there is no statement')
    return statement
  }

  async visit(path: string, person?: Person): Promise<LoaderFunctionArgs> {
    const headers = new Headers()
    if (person) headers.set('Cookie', await cookieOf(this.world, person))
    const transactionId = path.replace(/^\/statements\/|\.pdf(?:\?.*)?$/g, '')
    return { request: new Request(ORIGIN + path, { headers }), params: { transactionId }, context: {} }
  }
}

type Ending = keyof typeof ENDINGS

const ENDINGS = {
  async released(trades: SettledTrades) {
    const opened = await trades.presented()
    await trades.review(opened)
    await trades.paidOut(opened, 1)
    return opened
  },
  async refunded(trades: SettledTrades) {
    const opened = await trades.presented()
    await trades.askBack(opened)
    await trades.agreeToRefund(opened)
    await trades.paidOut(opened, 1)
    return opened
  },
  async split(trades: SettledTrades) {
    const { world, seller, operator } = trades
    const opened = await trades.presented()
    await trades.askBack(opened)
    const { escrowId } = opened
    granted(await openDispute(world.deps, { escrowId, userId: seller.id, reason: 'The goods are at sea.' }))
    const { id: disputeId } = await world.deps.db.dispute.findFirstOrThrow({ where: { escrowId } })
    const decision = {
      decision: 'split',
      sellerAmount: '10.0000001',
      note: 'Two parts of the goods were late.',
    } as const
    granted(await decide(world.deps, { escrowId, operatorId: operator.id, disputeId, ...decision }))
    await trades.paidOut(opened, 2)
    return opened
  },
  async cancelled(trades: SettledTrades) {
    const { world, buyer } = trades
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: AMOUNT })
    await fund(world, opened.escrowId, '15.5')
    const wallet = { address: REFUND_WALLET, memo: '' }
    granted(await cancelEscrow(world.deps, { escrowId: opened.escrowId, buyerId: buyer.id, wallet }))
    await trades.paidOut(opened, 1)
    return opened
  },
}
