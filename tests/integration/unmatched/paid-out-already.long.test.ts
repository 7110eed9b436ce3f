/** Money that may have been paid out is not paid again: it is linked, or two operators deny it (decision 098). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { ASSETS, type Asset, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { bookTransactionByHand } from '#app/ledgers/books/workflows/book-by-hand.server.ts'
import { findFittingUnmatched } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { DUST_BELOW } from '#app/ledgers/payments/domain/dust.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { explainTransaction } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { readOutgoingTransactions } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { assignPayment } from '#app/unmatched/workflows/assign-payment.server.ts'
import { closeUnmatchedPayment } from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { denyDoubts } from '#app/unmatched/workflows/deny-doubts.server.ts'
import { linkUnmatched } from '#app/unmatched/workflows/link-unmatched.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { bookTransaction, readOrder } from '#scripts/accounts/book-transaction.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { gained } from '#tests/support/settlement/holdings.ts'
import { runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import {
  escrowOf,
  formOf,
  granted,
  pay,
  pilotBuyer,
  readPayments,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const NOTE = 'Compared both with the ledger.'

let world: World
let desk: AdminPanelOf
let olga: Awaited<ReturnType<typeof operator>>
let otto: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  desk = await openDesk(world)
  olga = await operator(world)
  otto = await operator(world)
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
  await sweepOpenWork(world.deps)
  for (const network of ['stellar', 'xrpl', 'stellar', 'xrpl'] as const)
    await readOutgoingTransactions(world.deps, network)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** Pays with an unknown memo; returns the unmatched payment. */
async function deposit(asset: Asset, amount: string, memo = '1234') {
  const network = networkOf(asset)
  const { escrow: account } = world.deps.accounts[network]
  const [hash = ''] = await pay(world, { asset, to: account, amount, memo })
  await readPayments(world, { network, account })
  const find = () => world.deps.db.paymentCase.findFirst({ where: { ledgerPayment: { hash } } })
  await world.workUntil(async () => (await find()) !== null, 'the payment is listed')
  const row = await find()
  if (!row) throw new Error('the case is not listed')
  return { id: row.id, kind: row.kind, amount: row.amount.toFixed(), asset, hash }
}
type Row = Awaited<ReturnType<typeof deposit>>

/** Pays as a lost installation with the same key did: the books know nothing of it. */
async function allPaidOut(asset: Asset, amounts: readonly string[]) {
  const network = networkOf(asset)
  const treasury = world.deps.treasuries[network]
  const hashes: string[] = []
  for (const amount of amounts) {
    const lane = await slotOf(world, network)
    const order = { payoutId: randomUUID(), lane, asset, address: walletOf(asset), memo: null }
    const signed = await treasury.sign({ ...order, amount: new Decimal(amount) })
    await treasury.submit(signed)
    await expect.poll(async () => (await treasury.outcomeOf(signed)).kind).toBe('settled')
    hashes.push(signed.hash)
  }
  await readOutgoingTransactions(world.deps, network)
  const find = (hash: string) => world.deps.db.outgoingTransaction.findFirstOrThrow({ where: { hash } })
  return Promise.all(hashes.map(find))
}

async function paidOut(asset: Asset, amount: string) {
  const [out] = await allPaidOut(asset, [amount])
  if (!out) throw new Error('nothing was paid')
  return out
}

/** Books it as none of our payouts, as the next comparison would require. */
async function bookForeign({ network, hash }: { network: Network; hash: string }): Promise<void> {
  await bookTransactionByHand(world.deps, { network, hash, reason: NOTE })
}

const payback = (row: Row, wallet = walletOf(row.asset, 'friend')) => ({
  caseId: row.id,
  operatorId: olga.id,
  seen: row,
  wallet: { address: wallet, memo: null },
  note: NOTE,
})
const deny = (row: Row, of: { id: string }[], who = otto) =>
  denyDoubts(world.deps, { caseId: row.id, seen: of.map(({ id }) => id), reason: NOTE, operatorId: who.id })
const foreign = (out: { id: string }, denied: Row[]) =>
  explainTransaction(world.deps, {
    outgoingId: out.id,
    answer: 'foreign',
    reason: NOTE,
    denied: denied.map(({ id }) => id),
    operatorId: olga.id,
  })
const link = (out: { id: string }, row: Row) =>
  linkUnmatched(world.deps, { outgoingId: out.id, caseId: row.id, reason: NOTE, operatorId: olga.id })
const caseOf = (row: Row) => world.deps.db.paymentCase.findUniqueOrThrow({ where: { id: row.id } })
const payoutOf = (row: Row) => world.deps.db.transfer.findUniqueOrThrow({ where: { caseId: row.id } })
const refusedOf = (answer: object) => ('refused' in answer ? answer.refused : null)
const fitsOf = async (out: { id: string }) =>
  (await findFittingUnmatched(world.deps.db, [out.id]))
    .map(({ caseId, together }) => ({ caseId, together }))
    .sort((a, b) => a.caseId.localeCompare(b.caseId))
const sendCase = async (fields: Record<string, string>, person = olga) =>
  desk.cases.action(await desk.ask({ person }, fields))
const sendOut = async (fields: Record<string, string>) =>
  desk.outgoing.action(await desk.ask({ person: olga }, { intent: 'explain', ...fields }))
const shownCase = async (row: Row, person = olga) =>
  (await desk.cases.loader(await desk.ask({ person }))).list.rows.find(({ id }) => id === row.id)

/** Whatever a test leaves open would be offered in the next one. */
async function untilPaid(row: Row): Promise<void> {
  await world.workUntil(async () => (await payoutOf(row)).state === 'confirmed', 'it is paid back')
}

describe.each(['XRP', 'XLM', 'USDC'] as const)('money in %s that a payment past the books fits', (asset) => {
  it('is offered where the payment is explained, and linked: the case is closed by it, and the books agree', async () => {
    const row = await deposit(asset, '3.01')
    const out = await paidOut(asset, '3.01')
    const [shown] = (await desk.outgoing.loader(await desk.ask({ person: olga }))).list.rows
    expect(shown).toMatchObject({
      hash: out.hash,
      candidates: [],
      cases: [{ caseId: row.id, amount: '3.01', memo: '1234' }],
    })
    expect(refusedOf(await payUnmatchedBack(world.deps, payback(row)))).toBe('case_doubted')

    const typed = { transaction: out.id, answer: `case:${row.id}`, reason: NOTE }
    expect(refusalOf(await sendOut({ ...typed, reason: '' }))).toBe('outgoing_reason_required')
    expect(refusalOf(await sendOut({ ...typed, answer: `case:${randomUUID()}` }))).toBe('outgoing_cases_changed')
    expect(await sendOut(typed)).toMatchObject({
      sure: { intent: 'link', linked: [{ caseId: row.id, amount: '3.01' }] },
    })
    expect((await caseOf(row)).closedAt).toBeNull()
    const ends = await Promise.all([1, 2, 3].map(() => link(out, row)))
    expect(ends.filter((end) => 'explainedAt' in end)).toHaveLength(1)
    expect(await caseOf(row)).toMatchObject({ end: 'by_hand', endHash: out.hash, closedById: olga.id, outcome: NOTE })
    expect(await world.deps.db.payoutStop.count({ where: { endedAt: null } })).toBe(0)
    expect(refusedOf(await payUnmatchedBack(world.deps, payback(row)))).toBe('case_closed')
    const closed = (await desk.outgoing.loader(await desk.ask({ person: olga, path: '/x?state=closed' }))).list.rows
    expect(closed.find(({ id }) => id === out.id)?.explained).toMatchObject({ isLinked: true, reason: NOTE })
    await expectBooksAgree(world)
    const byHand = await world.deps.db.$queryRaw<{ units: string }[]>`
      select sum("units")::text as "units" from "book_posting" where "account" = 'by_hand' and "asset" = ${asset}::"BookAsset"`
    expect(byHand).toEqual([{ units: '0' }])
  })
})

describe('a case that a payment out fits', () => {
  it('waits until two different operators have denied it, and is then paid back once', async () => {
    const row = await deposit('XRP', '4.02')
    const out = await paidOut('XRP', '4.02')
    expect(await shownCase(row)).toMatchObject({
      doubts: [{ hash: out.hash, paid: '4.02', isUnexplained: true, denial: null }],
    })
    // An answer about cases that nobody has shown is refused; by the database, too.
    expect(refusedOf(await foreign(out, []))).toBe('outgoing_cases_changed')
    const asForeign = { explanation: 'foreign' as const, explainedById: olga.id, explainedAt: new Date(), reason: NOTE }
    await expect(world.deps.db.outgoingTransaction.update({ where: { id: out.id }, data: asForeign })).rejects.toThrow(
      /may have paid out the money of a case/,
    )
    const typed = { transaction: out.id, answer: 'foreign', reason: NOTE }
    expect(await sendOut(typed)).toMatchObject({ sure: { payout: null, denied: [{ caseId: row.id }] } })
    await sendOut({ ...typed, denied: row.id, sure: 'yes' })
    expect(await shownCase(row)).toMatchObject({
      doubts: [{ isUnexplained: false, denial: { byId: olga.id, reason: NOTE } }],
    })
    expect(await world.deps.db.payoutStop.count({ where: { endedAt: null, cause: 'unexplained' } })).toBe(0)

    await bookForeign(out)

    // One operator alone gets no further, in any way.
    expect(refusedOf(await payUnmatchedBack(world.deps, payback(row)))).toBe('case_doubted')
    const { transactionId } = await escrowOf(world, { buyer: await pilotBuyer(world), asset: 'XRP', amount: '4.02' })
    const assignment = { caseId: row.id, operatorId: olga.id, seen: row, target: transactionId, note: NOTE }
    expect(refusedOf(await assignPayment(world.deps, assignment))).toBe('case_doubted')
    expect(refusedOf(await deny(row, [out], olga))).toBe('denial_own')
    const own = { confirmedById: olga.id, confirmedAt: new Date(), confirmedReason: NOTE }
    await expect(world.deps.db.caseDenial.updateMany({ where: { caseId: row.id }, data: own })).rejects.toThrow(
      /by_two/,
    )
    const buyer = await unpaidBuyer(world)
    const stranger = { ...own, confirmedById: buyer.id }
    await expect(world.deps.db.caseDenial.updateMany({ where: { caseId: row.id }, data: stranger })).rejects.toThrow(
      /only operators/,
    )
    const raw = { caseId: row.id, purpose: 'payback' as const, network: 'xrpl' as const, asset: 'XRP' as const }
    await expect(
      world.deps.db.transfer.create({ data: { ...raw, amount: '4.02', address: walletOf('XRP', 'friend') } }),
    ).rejects.toThrow(/paid out already/)
    await expect(
      world.deps.db.ledgerPayment.updateMany({ where: { hash: row.hash }, data: { problem: null } }),
    ).rejects.toThrow(/paid out already/)

    // The second operator, on the page of the case.
    const form = { intent: 'deny', case: row.id, kind: row.kind, amount: row.amount, payments: out.id, reason: NOTE }
    expect(refusalOf(await sendCase({ ...form, reason: '' }, otto))).toBe('act_reason_required')
    expect(refusalOf(await sendCase({ ...form, payments: randomUUID(), sure: 'yes' }, otto))).toBe('denial_not_wanted')
    expect(await sendCase(form, otto)).toMatchObject({
      sure: { act: 'deny', caseId: row.id, typed: { payments: out.id } },
    })
    const answer = await sendCase({ ...form, sure: 'yes' }, otto)
    expect(answer instanceof Response && answer.headers.get('Location')).toBe('/admin-panel/cases?clear=1')
    expect(refusedOf(await deny(row, [out], otto))).toBe('denial_not_wanted')
    const came = await gained(world, { asset: 'XRP', name: 'friend' }, async () => {
      granted(await payUnmatchedBack(world.deps, payback(row)))
      await untilPaid(row)
    })
    expect(came).toBe('4.02')
  })

  it('waits as well when the payment was linked to another one of the same amount', async () => {
    const [right, wrong] = [await deposit('XRP', '5.03', '51'), await deposit('XRP', '5.03', '52')]
    const out = await paidOut('XRP', '5.03')
    granted(await link(out, wrong))
    expect(refusedOf(await payUnmatchedBack(world.deps, payback(right)))).toBe('case_doubted')
    expect(refusedOf(await deny(right, [out], olga))).toBe('denial_own')
    expect(granted(await deny(right, [out]))).toEqual({ stillWaits: false })
    granted(await payUnmatchedBack(world.deps, payback(right)))
    await untilPaid(right)
  })

  it('counts for no escrow that is opened with its memo, until operators have denied it and assign it', async () => {
    const buyer = await pilotBuyer(world)
    const { formToken, memo } = await formOf(world, buyer)
    const row = await deposit('XLM', '12.5', memo)
    const out = await paidOut('XLM', '12.5')
    const again = { buyer, asset: 'XLM', amount: '12.5', type: 'manual', txid: row.hash, formToken } as const
    const { escrowId, transactionId } = await escrowOf(world, again)
    const received = async () =>
      (await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).receivedAmount.toFixed()
    expect(await received()).toBe('0')
    expect((await caseOf(row)).closedAt).toBeNull()
    granted(await foreign(out, [row]))
    await bookForeign(out)
    granted(await deny(row, [out]))
    const assignment = { caseId: row.id, operatorId: olga.id, seen: row, target: transactionId, note: NOTE }
    granted(await assignPayment(world.deps, assignment))
    expect(await received()).toBe('12.5')
  })

  it('is nobody’s to answer for but an operator’s', async () => {
    const form = { intent: 'deny', case: randomUUID(), payments: randomUUID(), reason: NOTE, sure: 'yes' }
    for (const person of [await unpaidBuyer(world), null]) {
      const asked = await desk.ask({ person }, form)
      expect(await thrownBy(desk.cases.action(asked))).toBeInstanceOf(Response)
    }
  })
})

test('a payback that was queued before the payment out was read is not signed, and goes on when two have denied it', async () => {
  const row = await deposit('XRP', '6.04')
  granted(await payUnmatchedBack(world.deps, payback(row)))
  const out = await paidOut('XRP', '6.04')
  const { id } = await payoutOf(row)
  await runRound(world.deps, { payoutId: id })
  granted(await foreign(out, [row]))
  await bookForeign(out)
  await runRound(world.deps, { payoutId: id })
  expect(await payoutOf(row)).toMatchObject({ state: 'queued', waitsFor: 'doubt' })
  expect(await world.deps.db.transferAttempt.count({ where: { payoutId: id } })).toBe(0)
  const closed = await desk.cases.loader(await desk.ask({ person: otto, path: '/x?state=closed' }))
  expect(closed.list.rows.find((shown) => shown.id === row.id)).toMatchObject({ doubts: [{ hash: out.hash }] })
  expect(granted(await deny(row, [out]))).toEqual({ stillWaits: false })
  await untilPaid(row)
})

test('a payback that was queued before is confirmed by what had paid its money out, whatever the wallet', async () => {
  const row = await deposit('XRP', '7.05')
  granted(await payUnmatchedBack(world.deps, payback(row)))
  const out = await paidOut('XRP', '7.05')
  const { id } = await payoutOf(row)
  const [shown] = (await desk.outgoing.loader(await desk.ask({ person: olga }))).list.rows
  expect(shown).toMatchObject({ candidates: [{ id }], cases: [{ caseId: row.id, isPaidBack: true }] })
  granted(await explainTransaction(world.deps, { outgoingId: out.id, answer: id, reason: NOTE, operatorId: olga.id }))
  expect(await payoutOf(row)).toMatchObject({ state: 'confirmed', settledHash: out.hash })
  await expectBooksAgree(world)
})

test('closing one part with a made-up hash does not clear the other', async () => {
  const [first, second] = [await deposit('XRP', '2.6', '80'), await deposit('XRP', '6.1', '80')]
  const out = await paidOut('XRP', '8.7')
  const end = {
    caseId: first.id,
    seen: first,
    end: 'by_hand',
    hash: '0'.repeat(64),
    outcome: NOTE,
    operatorId: olga.id,
  }
  granted(await closeUnmatchedPayment(world.deps, end))
  expect(refusedOf(await payUnmatchedBack(world.deps, payback(second)))).toBe('case_doubted')
  granted(await foreign(out, [second]))
  expect(refusedOf(await payUnmatchedBack(world.deps, payback(second)))).toBe('case_doubted')
  granted(await deny(second, [out]))
  await bookForeign(out)
  granted(await payUnmatchedBack(world.deps, payback(second)))
  await untilPaid(second)
})

describe('what fits', () => {
  test('parts with one memo together, and each closed by the same payment', async () => {
    const parts = [await deposit('XRP', '2.5', '81'), await deposit('XRP', '6', '81')]
    const out = await paidOut('XRP', '8.5')
    const fitting = parts.map(({ id }) => ({ caseId: id, together: true }))
    expect(await fitsOf(out)).toEqual(fitting.sort((a, b) => a.caseId.localeCompare(b.caseId)))
    granted(await link(out, parts[0]!))
    for (const part of parts) expect(await caseOf(part)).toMatchObject({ end: 'by_hand', endHash: out.hash })
    await expectBooksAgree(world)
  })

  test('two payments out that share one deposit: a division, or what was too much', async () => {
    const row = await deposit('XRP', '10.5', '82')
    const [release, rest] = await allPaidOut('XRP', ['9.2', '1.3'])
    if (!release || !rest) throw new Error('two were paid')
    expect(await fitsOf(release)).toEqual([{ caseId: row.id, together: false }])
    granted(await link(release, row))
    expect(await fitsOf(rest)).toEqual([{ caseId: row.id, together: false }])
    granted(await link(rest, row))
    expect(await fitsOf(rest)).toEqual([])
    await expectBooksAgree(world)
  })

  test('a unit more or dust less, and nothing that left before or has another amount', async () => {
    const before = await paidOut('XRP', '9.06')
    granted(await foreign(before, []))
    await bookForeign(before)
    // Ledgers count seconds, and two payments of one second may have come in either order.
    await expect.poll(() => Date.now()).toBeGreaterThan(before.closedAt.getTime() + 2_000)
    const row = await deposit('XRP', '9.06', '83')
    expect(await fitsOf(before)).toEqual([])
    for (const [amount, fits] of [
      ['9.060001', true],
      ['9.060002', false],
      ['9.01', true],
      ['9.009999', false],
    ] as const) {
      const out = await paidOut('XRP', amount)
      expect([amount, (await fitsOf(out)).length === 1]).toEqual([amount, fits])
      granted(await foreign(out, fits ? [row] : []))
      await bookForeign(out)
    }
    const doubts = await world.deps.db.caseDenial.findMany({ where: { caseId: row.id } })
    expect(doubts).toHaveLength(2)
    await world.deps.db.paymentCase.update({
      where: { id: row.id },
      data: { closedAt: new Date(), closedById: olga.id, outcome: NOTE, end: 'kept' },
    })
  })

  test('dust is the same for the database and for us', async () => {
    for (const asset of ASSETS) {
      const [row] = await world.deps.db.$queryRaw<{ dust: string }[]>`select "dust_of"(${asset})::text as "dust"`
      expect(row?.dust).toBe(DUST_BELOW[asset].toFixed())
    }
  })
})

test('closing a case shows what may have paid its money out, and with that hash is the link', async () => {
  const row = await deposit('XRP', '13.07')
  const out = await paidOut('XRP', '13.07')
  const form = { case: row.id, kind: row.kind, amount: row.amount, end: 'kept', hash: '', outcome: NOTE }
  expect(await sendCase(form)).toMatchObject({ sure: { end: 'kept', doubts: [{ hash: out.hash }] } })
  const withHash = { ...form, end: 'by_hand', hash: out.hash.toLowerCase() }
  expect(await sendCase(withHash)).toMatchObject({ sure: { hash: out.hash, doubts: [] } })
  const end = { caseId: row.id, seen: row, end: 'by_hand', hash: out.hash, outcome: NOTE, operatorId: olga.id }
  granted(await closeUnmatchedPayment(world.deps, end))
  expect(await caseOf(row)).toMatchObject({ end: 'by_hand', endHash: out.hash })
  expect(await world.deps.db.caseLink.count({ where: { caseId: row.id, outgoingId: out.id } })).toBe(1)
  expect(await world.deps.db.payoutStop.count({ where: { endedAt: null } })).toBe(0)
  await expectBooksAgree(world)
})

describe('npm run reconcile -- --book', () => {
  const order = (hash: string, ...more: string[]) => {
    const read = readOrder(['--book', hash, '--network', 'xrpl', '--reason', NOTE, ...more])
    if (!read) throw new Error('nothing was asked for')
    return read
  }

  it('books nothing while it may have paid out the money of a case, and says which', async () => {
    const row = await deposit('XRP', '23.08')
    const out = await paidOut('XRP', '23.08')
    const asked = bookTransaction(world.deps, order(out.hash))
    await expect(asked).rejects.toThrow(`  ${row.id}  23.08 XRP, came `)
    await expect(asked).rejects.toThrow(/Say --case ID .* Say --none/)
    expect(await world.deps.db.bookEntry.count({ where: { hash: out.hash } })).toBe(0)
    await expect(bookTransaction(world.deps, order(out.hash, '--case', row.id))).rejects.toThrow(/--as/)
    await expect(
      bookTransaction(world.deps, order(out.hash, '--case', randomUUID(), '--as', olga.email)),
    ).rejects.toThrow(/does not fit this case/)
    expect(await bookTransaction(world.deps, order(out.hash, '--case', row.id, '--as', olga.email))).toEqual([
      `linked  case ${row.id} is closed by it`,
    ])
    await expectBooksAgree(world)
  })

  it('denies what it has nothing to do with, as the first operator', async () => {
    const row = await deposit('XRP', '33.09')
    const out = await paidOut('XRP', '33.09')
    const said = await bookTransaction(world.deps, order(out.hash, '--none', 'To the exchange.', '--as', olga.email))
    expect(said[0]).toMatch(`denied  case ${row.id}`)
    expect(said[1]).toMatch(/^booked {2}-33\.09/)
    granted(await foreign(out, []))
    expect(refusedOf(await payUnmatchedBack(world.deps, payback(row)))).toBe('case_doubted')
    granted(await deny(row, [out]))
    granted(await payUnmatchedBack(world.deps, payback(row)))
    await untilPaid(row)
    await expectBooksAgree(world)
  })
})
