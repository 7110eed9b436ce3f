/** The operator says what a payment without our reference is for: it counts there once and for good (product.md §2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { assignPayment } from '#app/unmatched/workflows/assign-payment.server.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { escrowOf, granted, hasPaid, pay, pilotBuyer, readPayments, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

type Row = { id: string; kind: string; amount: string }
/** By default USDC to the fee account, and XLM to the account of client money. */
type Stray = { asset?: 'XLM' | 'USDC'; to: 'fee' | 'escrow'; amount: string; memo?: string }

const NOTE = 'Paid one stroop more from the same wallet.'

let world: World
let desk: AdminPanelOf
let olga: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  olga = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** Pays without a reference of ours; returns the unmatched payment. */
async function stray({
  to,
  asset = to === 'fee' ? 'USDC' : 'XLM',
  amount,
  memo,
}: Stray): Promise<Row & { hash: string }> {
  const account = world.deps.accounts.stellar[to]
  const [hash = ''] = await pay(world, { asset, to: account, amount, memo: memo ?? null })
  await readPayments(world, { network: 'stellar', account })
  const isListed = async () => (await world.deps.db.paymentCase.count({ where: { ledgerPayment: { hash } } })) === 1
  await world.workUntil(isListed, 'the payment is listed')
  const { rows } = (await desk.cases.loader(await desk.ask({ person: olga, path: '/x' }))).list
  const row = rows.find(({ payments }) => payments[0]?.hash === hash)
  if (!row) throw new Error('the case is not listed')
  return { id: row.id, kind: row.kind, amount: row.amount, hash }
}

async function quoteOf(buyer: { id: string }) {
  const asked = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
  return granted(await quoteServiceFee(world.deps, asked))
}

const typed = (row: Row, target: string, more: Record<string, string> = {}) => ({
  intent: 'assign',
  case: row.id,
  kind: row.kind,
  amount: row.amount,
  target,
  note: NOTE,
  ...more,
})

const send = async (fields: Record<string, string>) => desk.cases.action(await desk.ask({ person: olga }, fields))

async function assign(row: Row, target: string): Promise<string | null> {
  const answer = await send(typed(row, target, { sure: 'yes' }))
  if (!(answer instanceof Response)) throw new Error(`refused: ${refusalOf(answer)}`)
  return answer.headers.get('Location')
}

const escrowNow = (id: string) => world.deps.db.escrow.findUniqueOrThrow({ where: { id } })

describe('a payment without a memo', () => {
  it('is asked about once more, and nothing counts before the answer', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteOf(buyer)
    const row = await stray({ to: 'fee', amount: plain(quote.amountDue) })
    const answer = await send(typed(row, String(quote.reference)))
    expect(answer).toMatchObject({
      sure: {
        purpose: 'fee',
        amount: plain(quote.amountDue),
        due: plain(quote.amountDue),
        received: '0',
        person: { email: buyer.email },
        transactionId: null,
        typed: { note: NOTE },
      },
    })
    expect(await hasPaid(world, buyer)).toBe(false)
  })

  it('pays the fee that it is assigned to, once, and its case says who decided it', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteOf(buyer)
    const row = await stray({ to: 'fee', amount: plain(quote.amountDue) })
    const asked = { caseId: row.id, operatorId: olga.id, seen: row, target: String(quote.reference), note: NOTE }
    const ends = await Promise.all([1, 2, 3, 4].map(() => assignPayment(world.deps, asked)))
    expect(ends.filter((end) => 'closedAt' in end)).toHaveLength(1)
    expect(await hasPaid(world, buyer)).toBe(true)
    const { db } = world.deps
    expect(await db.feePayment.findMany({ where: { buyerUid: buyer.id } })).toMatchObject([{ paymentHash: row.hash }])
    const closed = await desk.cases.loader(await desk.ask({ person: olga, path: '/x?state=closed' }))
    expect(closed.list.rows.find(({ id }) => id === row.id)).toMatchObject({
      closed: { by: 'An operator', outcome: NOTE },
      payer: { email: buyer.email },
    })
    expect(await db.auditEvent.findMany({ where: { kind: 'payment_assigned', userId: olga.id } })).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ caseId: row.id, hash: row.hash, note: NOTE }) }),
    )
  })

  it('that covers a part of the fee leaves the rest to be paid', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteOf(buyer)
    const row = await stray({ to: 'fee', amount: '1' })
    expect(await assign(row, String(quote.reference))).toBe('/admin-panel/cases?assigned=1')
    expect(await hasPaid(world, buyer)).toBe(false)
    const where = { feeQuoteId: quote.id }
    expect(await world.deps.db.paymentCase.findUniqueOrThrow({ where })).toMatchObject({ kind: 'fee_short' })
  })

  it('funds the escrow whose ID was typed, and both parties read of it', async () => {
    const buyer = await pilotBuyer(world)
    const { escrowId, transactionId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '25' })
    const row = await stray({ to: 'escrow', amount: '25', memo: '77' })
    expect(row.kind).toBe('unknown_memo')
    await assign(row, ` ${transactionId.toLowerCase()} `)
    expect(await escrowNow(escrowId)).toMatchObject({ txValidated: true, realTxId: row.hash })
    const kinds = (await world.deps.db.auditEvent.findMany({ where: { escrowId }, orderBy: { id: 'asc' } })).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['escrow_opened', 'payment_assigned', 'payment_seen', 'escrow_funded'])
  })
})

describe('it is refused', () => {
  const refusals = async (row: Row, target: string, more?: Record<string, string>) => {
    // At the confirmation, and at the act itself.
    const first = refusalOf(await send(typed(row, target, more)))
    expect(refusalOf(await send(typed(row, target, { ...more, sure: 'yes' })))).toBe(first)
    return first
  }

  it('without a target, without a reason, and to what nobody has', async () => {
    const row = await stray({ to: 'fee', amount: '2' })
    expect(await refusals(row, ' ')).toBe('assign_target_required')
    expect(await refusals(row, '1', { note: '' })).toBe('assign_note_required')
    for (const target of ['1', 'auto_00000000000000000000', 'a word']) {
      expect(await refusals(row, target)).toBe('assign_target_unknown')
    }
    const quote = await quoteOf(await unpaidBuyer(world))
    expect(await refusals({ ...row, id: 'no-id' }, String(quote.reference))).toBe('case_closed')
    expect(await refusals({ ...row, amount: '3' }, String(quote.reference))).toBe('case_changed')
  })

  it('where another asset or our other account was asked for', async () => {
    const quote = await quoteOf(await unpaidBuyer(world))
    const lumens = await stray({ asset: 'XLM', to: 'fee', amount: '150' })
    expect(await refusals(lumens, String(quote.reference))).toBe('assign_mismatch')
    const elsewhere = await stray({ asset: 'USDC', to: 'escrow', amount: '150' })
    expect(await refusals(elsewhere, String(quote.reference))).toBe('assign_mismatch')
  })

  it('where nothing is due any more', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteOf(buyer)
    await assign(await stray({ to: 'fee', amount: plain(quote.amountDue) }), String(quote.reference))
    const again = await stray({ to: 'fee', amount: plain(quote.amountDue) })
    expect(await refusals(again, String(quote.reference))).toBe('assign_not_due')

    const escrow = await escrowOf(world, { buyer: await pilotBuyer(world), asset: 'XLM', amount: '5' })
    await assign(await stray({ to: 'escrow', amount: '5' }), escrow.transactionId)
    expect(await refusals(await stray({ to: 'escrow', amount: '5' }), escrow.transactionId)).toBe('assign_not_due')
    expect((await escrowNow(escrow.escrowId)).receivedAmount.toFixed()).toBe('5')
  })

  it('for money whose purpose is known: it is owed back', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteOf(buyer)
    const other = await quoteOf(await unpaidBuyer(world))
    const lumens = await stray({ asset: 'XLM', to: 'fee', amount: '3', memo: String(quote.reference) })
    expect(lumens.kind).toBe('wrong_asset')
    expect(await refusals(lumens, String(other.reference))).toBe('assign_not_possible')
    await assign(await stray({ to: 'fee', amount: '4' }), String(quote.reference))
    const short = await world.deps.db.paymentCase.findUniqueOrThrow({ where: { feeQuoteId: quote.id } })
    const shown = { id: short.id, kind: short.kind, amount: '4' }
    expect(await refusals(shown, String(other.reference))).toBe('assign_not_possible')
  })

  it('to everybody but an operator', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteOf(buyer)
    const row = await stray({ to: 'fee', amount: plain(quote.amountDue) })
    for (const person of [null, buyer]) {
      const fields = typed(row, String(quote.reference), { sure: 'yes' })
      const answer = await thrownBy(Promise.resolve(desk.cases.action(await desk.ask({ person }, fields))))
      expect([302, 403]).toContain(answer.status)
    }
    expect(await hasPaid(world, buyer)).toBe(false)
  })
})
