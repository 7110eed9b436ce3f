/** Unmatched payments in the Admin Panel: each listed once, with what is known, and closed once (product.md §2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { takeUpUnmatched } from '#app/unmatched/workflows/take-up-unmatched.server.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { escrowOf, granted, paidBuyer, pay, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const BACK = 'b'.repeat(64)
const NO_CASE = '00000000-0000-7000-8000-000000000000'

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

describe('a payment case', () => {
  const listed = async (path = '/x') => (await desk.cases.loader(await desk.ask({ person: olga, path }))).list.rows
  const closing = (row: { id: string; kind: string; amount: string }, outcome: string) => ({
    case: row.id,
    kind: row.kind,
    amount: row.amount,
    end: 'by_hand',
    hash: BACK,
    outcome,
    sure: 'yes',
  })

  async function shortFee(part: string) {
    const buyer = await unpaidBuyer(world)
    const quoted = await quoteServiceFee(world.deps, {
      userId: buyer.id,
      amountUsd: '20000',
      couponCode: '',
      asset: 'USDC',
    })
    const quote = granted(quoted)
    const send = async (amount: string) => {
      const [hash = ''] = await pay(world, { asset: 'USDC', to: quote.account, amount, memo: String(quote.reference) })
      await readPayments(world, { network: 'stellar', account: quote.account })
      await world.workUntil(
        async () => (await world.deps.db.ledgerPayment.count({ where: { hash, feeQuoteId: quote.id } })) === 1,
        'the part is seen',
      )
      return hash
    }
    const hash = await send(part)
    const row = (await listed()).find(({ payer }) => payer?.email === buyer.email)
    if (!row) throw new Error('the case is not listed')
    return { buyer, quote, hash, row, send }
  }

  it('says who paid what, under which reference, and with which transaction', async () => {
    const { row, quote, hash } = await shortFee('60')
    expect(row).toMatchObject({
      kind: 'fee_short',
      amount: '60',
      asset: 'USDC',
      memo: String(quote.reference),
      fee: { netUsd: '150.00', amountDue: '150', isPaid: false },
      payments: [{ hash, from: walletOf('USDC', 'buyer'), to: quote.account }],
      closed: null,
    })
  })

  it('is told to its payer by letter after each payment that leaves something due', async () => {
    const { buyer, send, hash } = await shortFee('60')
    const second = await send('30')
    await send('60')
    const rows = await world.deps.db.outboxLetter.findMany({
      where: { userId: buyer.id, key: { startsWith: 'fee_' } },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ content }) => content)).toMatchObject([
      { letter: 'fee_incomplete', received: '60', asset: 'USDC', hash, isLate: false },
      { letter: 'fee_incomplete', received: '90', hash: second },
      { letter: 'fee_receipt', amount: '150' },
    ])
  })

  it('without a memo names those who claimed its hash', async () => {
    const { fee } = world.deps.accounts.stellar
    const [hash = ''] = await pay(world, { asset: 'XLM', to: fee, amount: '7.5', memo: null })
    await readPayments(world, { network: 'stellar', account: fee })
    await world.workUntil(
      async () => (await world.deps.db.ledgerPayment.count({ where: { hash } })) === 1,
      'it is seen',
    )
    const buyer = await unpaidBuyer(world)
    const claim = { uid: buyer.id, txid: hash.toUpperCase(), currency: 'XLM', reason: 'Memo does not match.' }
    await world.deps.db.failedPayment.createMany({ data: [claim, claim] })
    const row = (await listed()).find(({ payments }) => payments[0]?.hash === hash)
    expect(row).toMatchObject({ kind: 'no_memo', amount: '7.5', payer: null, memo: null })
    expect(row?.claims.map(({ email }) => email)).toContain(buyer.email)
  })

  it('is closed with its outcome, by whom and when, and leaves the list', async () => {
    const { row } = await shortFee('61')
    const args = await desk.ask({ person: olga }, closing(row, 'Paid back: abc'))
    const answer = await desk.cases.action(args)
    if (!(answer instanceof Response)) throw new Error('refused')
    expect(answer.headers.get('Location')).toBe('/admin-panel/cases?closed=1')
    expect((await listed()).map(({ id }) => id)).not.toContain(row.id)
    const closed = (await listed('/x?state=closed')).find(({ id }) => id === row.id)
    expect(closed?.closed).toMatchObject({ by: 'An operator', outcome: 'Paid back: abc' })
    const events = await world.deps.db.auditEvent.findMany({ where: { kind: 'case_closed', userId: olga.id } })
    expect(events.map(({ detail }) => detail)).toContainEqual({
      caseId: row.id,
      case: 'fee_short',
      amount: '61',
      asset: 'USDC',
      end: 'by_hand',
      hash: BACK,
      outcome: 'Paid back: abc',
    })
  })

  const toldOf = async (userId: string) => {
    const where = { userId, content: { path: ['letter'], equals: 'case_closed' } }
    const rows = await world.deps.db.outboxLetter.findMany({ where, orderBy: { id: 'asc' } })
    return rows.map(({ content }) => content)
  }

  it('tells whoever is known to have paid how it ended, and nobody twice', async () => {
    const { row, buyer, hash } = await shortFee('66')
    // The payer had claimed the hash as well: one email says it.
    const claim = { uid: buyer.id, txid: hash, currency: 'USDC', reason: 'The fee is short.' }
    await world.deps.db.failedPayment.create({ data: claim })
    const keep = { ...closing(row, 'Nobody answers'), end: 'kept', hash: '' }
    granted(await desk.cases.action(await desk.ask({ person: olga }, keep)))
    const kept = { letter: 'case_closed', end: 'kept', amount: '66', asset: 'USDC' }
    expect(await toldOf(buyer.id)).toEqual([kept])
    // The operator reopens it and pays it back by hand.
    granted(
      await takeUpUnmatched(world.deps, { caseId: row.id, reason: 'Its payer has written.', operatorId: olga.id }),
    )
    granted(await desk.cases.action(await desk.ask({ person: olga }, closing(row, 'Paid back'))))
    expect(await toldOf(buyer.id)).toEqual([kept, { ...kept, end: 'by_hand', backHash: BACK }])
    const letters = await world.deps.db.outboxLetter.findMany({ where: { userId: buyer.id } })
    expect(JSON.stringify(letters)).not.toMatch(/claim_closed|Nobody answers/)
  })

  it('tells the buyer whose escrow’s memo a payment came with, and nobody where it came without', async () => {
    const payer = await paidBuyer(world)
    const { escrowId } = await escrowOf(world, { buyer: payer, asset: 'USDC', amount: '10' })
    const { account, reference } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    const seen = async (memo: string | null) => {
      const [hash = ''] = await pay(world, { asset: 'XLM', to: account, amount: '9', memo })
      await readPayments(world, { network: 'stellar', account })
      const isSeen = async () => (await world.deps.db.ledgerPayment.count({ where: { hash } })) === 1
      await world.workUntil(isSeen, 'it is seen')
      const row = (await listed()).find(({ payments }) => payments[0]?.hash === hash)
      if (!row) throw new Error('the case is not listed')
      return { row, hash }
    }
    const known = await seen(String(reference))
    expect(known.row.kind).toBe('wrong_asset')
    granted(await desk.cases.action(await desk.ask({ person: olga }, closing(known.row, 'Sent back'))))
    const told = { end: 'by_hand', amount: '9', asset: 'XLM', hash: known.hash, backHash: BACK }
    expect(await toldOf(payer.id)).toEqual([{ letter: 'case_closed', ...told }])

    const before = await world.deps.db.outboxLetter.count()
    granted(await desk.cases.action(await desk.ask({ person: olga }, closing((await seen(null)).row, 'Sent back'))))
    expect(await world.deps.db.outboxLetter.count()).toBe(before)
  })

  it('is not closed without a word about how it ended, nor one that is none', async () => {
    const { row } = await shortFee('62')
    expect(refusalOf(await desk.cases.action(await desk.ask({ person: olga }, closing(row, ' '))))).toBe(
      'case_outcome_required',
    )
    for (const id of ['no-id', NO_CASE]) {
      const sent = closing({ ...row, id }, 'Done')
      expect(refusalOf(await desk.cases.action(await desk.ask({ person: olga }, sent)))).toBe('case_closed')
    }
    expect((await listed()).map(({ id }) => id)).toContain(row.id)
  })

  it('ends its quote when it is closed: what is paid back cannot pay the fee later', async () => {
    const { row, quote, buyer, send } = await shortFee('100')
    granted(await desk.cases.action(await desk.ask({ person: olga }, closing(row, 'Paid back, hash abc'))))
    const hash = await send('50')
    const { db } = world.deps
    expect((await db.user.findUniqueOrThrow({ where: { id: buyer.id } })).hasPaid).toBe(false)
    expect((await listed()).find(({ payments }) => payments[0]?.hash === hash)).toMatchObject({
      kind: 'quote_closed',
      amount: '50',
    })
    const request = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    expect(granted(await quoteServiceFee(world.deps, request)).reference).not.toBe(quote.reference)
  })

  it('is closed once, whoever presses at the same moment', async () => {
    const { row } = await shortFee('63')
    const other = await operator(world)
    const seen = { kind: row.kind, amount: row.amount }
    const ends = await Promise.all(
      [olga, other, olga, other].map(({ id: operatorId }, turn) =>
        closeUnmatchedPayment(world.deps, {
          caseId: row.id,
          operatorId,
          seen,
          end: 'by_hand',
          hash: BACK,
          outcome: `Outcome ${turn}`,
        }),
      ),
    )
    expect(ends.filter((end) => 'closedAt' in end)).toHaveLength(1)
    expect(ends.filter((end) => 'refused' in end && end.refused === 'case_closed')).toHaveLength(3)
    const where = { kind: 'case_closed', detail: { path: ['caseId'], equals: row.id } }
    expect(await world.deps.db.auditEvent.count({ where })).toBe(1)
  })

  it('that became another one while the operator read it stays open', async () => {
    const { row, send } = await shortFee('64')
    await send('100')
    const sent = closing(row, 'The payer gave up; paid back.')
    expect(refusalOf(await desk.cases.action(await desk.ask({ person: olga }, sent)))).toBe('case_changed')
    const now = (await listed()).find(({ id }) => id === row.id)
    expect(now).toMatchObject({ kind: 'fee_over', amount: '14', fee: { isPaid: true } })
  })

  it('closes by itself when the rest of the fee arrives', async () => {
    const { row, send } = await shortFee('65')
    await send('85')
    const closed = (await listed('/x?state=closed')).find(({ id }) => id === row.id)
    expect(closed?.closed).toMatchObject({ by: null, outcome: 'settled' })
  })

  it('stands on a page of 25', async () => {
    const { db } = world.deps
    const before = await db.paymentCase.count({ where: { closedAt: null } })
    await db.$executeRaw`
      with paid as (
        insert into "ledger_payment" ("id", "network", "hash", "operation", "fromAddress", "toAddress", "assetLabel", "amount", "closedAt", "problem")
        select gen_random_uuid(), 'stellar', 'a hash ' || n, '1', 'f', 't', 'XLM:G', n, now(), 'wrong_asset' from generate_series(1, 60) n
        returning "id", "amount"
      )
      insert into "payment_case" ("id", "kind", "ledgerPaymentId", "amount", "assetLabel", "openedAt")
      select gen_random_uuid(), 'wrong_asset', "id", "amount", 'XLM:G', now() from paid`
    const seen = new Set<string>()
    const all = before + 60
    let [path, left, back] = ['/x', all, 0]
    for (let way: 'next' | 'previous' = 'next'; ; ) {
      const { list } = await desk.cases.loader(await desk.ask({ person: olga, path }))
      if (way === 'next') {
        expect(list.rows).toHaveLength(Math.min(25, left))
        for (const row of list.rows) seen.add(row.id)
        left -= list.rows.length
      } else back += 1
      if (way === 'next' && left === 0) way = 'previous'
      if (list[way] === null) break
      path = `/x?${new URLSearchParams(list[way] ?? {})}`
    }
    expect(seen.size).toBe(all)
    expect(back).toBe(Math.ceil(all / 25) - 1)
    const nowhere = `/x?after=${Date.now() + 60_000}_00000000-0000-4000-8000-000000000000`
    const beyond = await thrownBy(desk.cases.loader(await desk.ask({ person: olga, path: nowhere })))
    expect(beyond.headers.get('Location')).toBe('/admin-panel/cases')
  })
})
