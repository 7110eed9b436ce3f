/** The settlement statement: who may read it, and what it says of every way an escrow can end (issue 5). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { AMOUNT, type Opened, REFUND_WALLET, SettledTrades } from '#tests/support/settlement/settled-trades.ts'
import { seller as aSeller, escrowOf, fund, granted, type Person, paidBuyer } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'

let trades: SettledTrades
let world: World
let buyer: Person
let seller: Person
let operator: Person
let page: typeof import('#app/records/statement/routes/statement.tsx')
let pdf: typeof import('#app/records/statement/routes/statement-pdf.ts')

beforeAll(async () => {
  trades = await SettledTrades.open()
  ;({ world, buyer, seller, operator } = trades)
  page = await import('#app/records/statement/routes/statement.tsx')
  pdf = await import('#app/records/statement/routes/statement-pdf.ts')
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await trades[Symbol.asyncDispose]()
})

async function statusOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    (given) => (given instanceof Response ? given.status : 200),
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown.status
      throw thrown
    },
  )
}

describe('a statement', () => {
  let opened: Opened

  beforeAll(async () => {
    opened = await trades.ended('released')
  })

  it('is for its buyer, its seller and the operator', async () => {
    const { transactionId } = opened
    for (const person of [buyer, seller, operator]) {
      expect(await statusOf(page.loader(await trades.visit(`/statements/${transactionId}`, person)))).toBe(200)
      expect(await statusOf(pdf.loader(await trades.visit(`/statements/${transactionId}.pdf`, person)))).toBe(200)
    }
  })

  it('does not exist for other buyers and sellers, and neither does one of no escrow', async () => {
    const { transactionId } = opened
    for (const stranger of [await aSeller(world), await paidBuyer(world)]) {
      expect(await statusOf(page.loader(await trades.visit(`/statements/${transactionId}`, stranger)))).toBe(404)
      expect(await statusOf(pdf.loader(await trades.visit(`/statements/${transactionId}.pdf`, stranger)))).toBe(404)
    }
    for (const nothing of ['auto_00000000000000000000', 'nonsense', opened.escrowId]) {
      expect(await statusOf(page.loader(await trades.visit(`/statements/${nothing}`, operator)))).toBe(404)
    }
  })

  it('waits for its turn when every connection to the database is taken', async () => {
    const { db, clock } = world.deps
    // Prisma sends a query only when somebody awaits it.
    const taken = Array.from({ length: 8 }, () => db.$queryRaw`select pg_sleep(3)::text`.then(() => null))
    const statement = await findStatement(db, {
      viewer: { id: operator.id, role: 'admin', email: operator.email, hasConfirmedEmail: true },
      transactionId: opened.transactionId,
      networks: { stellarPassphrase: null, xrplNetworkId: 0 },
      now: clock.now(),
    })
    expect(statement).not.toBeNull()
    await Promise.all(taken)
  })

  it('sends visitors to log in, and then back to its page, a file too', async () => {
    for (const [loader, path] of [
      [page.loader, `/statements/${opened.transactionId}`],
      [pdf.loader, `/statements/${opened.transactionId}.pdf`],
    ] as const) {
      const sent = await loader(await trades.visit(path)).catch((thrown: unknown) => thrown)
      const there = encodeURIComponent(path.replace('.pdf', ''))
      expect((sent as Response).headers.get('Location')).toBe(`/login?redirectTo=${there}`)
    }
  })

  it('is there for a seller whom the buyer named, before any confirmation, and not for one whom nobody named', async () => {
    const named = await escrowOf(world, { buyer, asset: 'XRP', amount: '5', sellerEmail: seller.email })
    const unnamed = await escrowOf(world, { buyer, asset: 'XRP', amount: '5' })
    expect(await statusOf(page.loader(await trades.visit(`/statements/${named.transactionId}`, seller)))).toBe(200)
    expect(await statusOf(page.loader(await trades.visit(`/statements/${unnamed.transactionId}`, seller)))).toBe(404)
    expect(await trades.read(named, buyer, 'buyer')).toMatchObject({
      seller: null,
      namedSeller: seller.email,
      isFinal: false,
    })
  })
})

describe('the totals add up', () => {
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed()

  it.each([
    ['released', { received: AMOUNT, paid: { release: AMOUNT } }],
    ['refunded', { received: AMOUNT, paid: { refund: AMOUNT } }],
    ['split', { received: AMOUNT, paid: { release: '10.0000001', refund: '30.1234566' } }],
    ['cancelled', { received: '15.5', paid: { return: '15.5' } }],
  ] as const)('of an escrow that is %s', async (stage, { received, paid }) => {
    const statement = await trades.read(await trades.ended(stage), buyer, 'buyer')
    const { totals, payments, payouts } = statement
    expect(statement).toMatchObject({ stage, isFinal: true })
    expect(totals).toMatchObject({ received, paidOut: received, held: '0', onItsWay: '0', owedBack: '0', madeUp: '0' })
    expect(sum(payments.map(({ amount }) => amount))).toBe(received)
    expect(Object.fromEntries(payouts.map(({ purpose, amount }) => [purpose, amount]))).toEqual(paid)
    expect(totals.networkFees).toBe(sum(payouts.map(({ networkFee }) => networkFee ?? 'none')))
    expect(new Decimal(totals.networkFees).gt(0)).toBe(true)
    for (const movement of [...payments, ...payouts]) {
      expect(movement.explorer).toBe(`https://stellar.expert/explorer/testnet/tx/${movement.hash}`)
    }
  })

  it('before the end: what has arrived is held, and an excess is owed back', async () => {
    const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: AMOUNT })
    await fund(world, opened.escrowId, '45.1234567')
    const { totals, isFinal } = await trades.read(opened, buyer, 'buyer')
    expect(isFinal).toBe(false)
    expect(totals).toMatchObject({ received: '45.1234567', paidOut: '0', held: '45.1234567', owedBack: '5' })
  })
})

describe('a statement discloses to the seller', () => {
  it('the refund wallet once it was paid, not while the buyer has only stated it', async () => {
    const opened = await trades.presented()
    await trades.askBack(opened)
    const before = await trades.read(opened, seller, 'seller')
    expect(JSON.stringify(before)).not.toContain(REFUND_WALLET)

    await trades.agreeToRefund(opened)
    const queued = await trades.read(opened, seller, 'seller')
    expect(queued.payouts).toMatchObject([{ purpose: 'refund', state: 'queued', wallet: null }])
    expect(JSON.stringify(queued)).not.toContain(REFUND_WALLET)
    expect((await trades.read(opened, buyer, 'buyer')).payouts).toMatchObject([{ wallet: { address: REFUND_WALLET } }])

    await trades.paidOut(opened, 1)
    const settled = await trades.read(opened, seller, 'seller')
    expect(settled.payouts).toMatchObject([{ state: 'confirmed', wallet: { address: REFUND_WALLET, memo: null } }])
  })
})

describe('the record', () => {
  it('has the examination, the dispute and every event with who did it, oldest first', async () => {
    const opened = await trades.ended('split')
    const { refundRequests, disputes, events } = await trades.read(opened, operator, 'admin')
    expect(refundRequests).toMatchObject([{ reason: 'The ship is late.', answer: { kind: 'decided' } }])
    expect(disputes).toMatchObject([
      {
        openedBy: 'seller',
        reason: 'The goods are at sea.',
        end: { decision: 'split', shares: { seller: '10.0000001', buyer: '30.1234566' } },
      },
    ])
    expect(events.map(({ kind, by }) => `${kind} by ${by}`)).toEqual(
      expect.arrayContaining([
        'escrow_opened by buyer',
        'escrow_funded by quayside',
        'shipment_confirmed by seller',
        'refund_requested by buyer',
        'dispute_opened by seller',
        'dispute_decided by quayside',
        'funds_released by quayside',
      ]),
    )
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort())
  })

  it('keeps a rejection with its reason, and a deleted document with its hash', async () => {
    const opened = await trades.presented([{ type: 'BillOfLading', name: 'wrong.pdf' }])
    const reason = 'The bill of lading names another port.'
    await trades.review(opened, { approval: 'Rejected', reason, rejected: ['BillOfLading'] })
    const { escrowId } = opened
    const { id: documentId, sha256 } = await world.deps.db.escrowDocument.findFirstOrThrow({ where: { escrowId } })
    granted(await removeDocument(world.deps, { documentId, sellerId: seller.id }))
    const { decisions, events, documents } = await trades.read(opened, seller, 'seller')
    expect(decisions).toMatchObject([{ decision: 'rejected', reason, rejected: ['BillOfLading'] }])
    expect(documents).toEqual([])
    expect(events.find(({ kind }) => kind === 'document_removed')).toMatchObject({
      by: 'seller',
      removed: { type: 'BillOfLading', fileName: 'wrong.pdf', sha256 },
    })
  })
})
