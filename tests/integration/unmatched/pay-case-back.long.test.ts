/** Unmatched money goes back as a payout: once, from the account that holds it, to the wallet that its payer names. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { composeWorkerDeps } from '#app/deps.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { notePayingAccounts } from '#app/settlement/payouts/db/paybacks.server.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { assignPayment } from '#app/unmatched/workflows/assign-payment.server.ts'
import { type Payback, payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { takeUpUnmatched } from '#app/unmatched/workflows/take-up-unmatched.server.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf } from '#tests/support/settlement/admin.ts'
import { gained } from '#tests/support/settlement/holdings.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { escrowOf, granted, pay, pilotBuyer, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const NOTE = 'Wrote from the address of the account and named the hash.'

let world: World
let desk: AdminPanelOf
let olga: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  desk = await openDesk(world)
  olga = await operator(world)
  // As a worker does when it starts: what arrives before the books are open would count as ours.
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
  await sweepOpenWork(world.deps)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

type Stray = { asset: Asset; to: 'fee' | 'escrow'; amount: string; memo?: string | null }

async function stray({ asset, to, amount, memo = asset === 'XRP' ? '1234' : null }: Stray) {
  const network = networkOf(asset)
  const account = world.deps.accounts[network][to]
  const [hash = ''] = await pay(world, { asset, to: account, amount, memo })
  await readPayments(world, { network, account })
  const find = () => world.deps.db.paymentCase.findFirst({ where: { ledgerPayment: { hash } } })
  await world.workUntil(async () => (await find()) !== null, 'the payment is listed')
  const row = await find()
  if (!row) throw new Error('the case is not listed')
  return { id: row.id, kind: row.kind, amount: row.amount.toFixed(), hash }
}

type Row = Awaited<ReturnType<typeof stray>>

const asked = (row: Row, address: string, memo: string | null = null): Payback & { operatorId: string } => ({
  caseId: row.id,
  operatorId: olga.id,
  seen: row,
  wallet: { address, memo },
  note: NOTE,
})

const friend = (asset: Asset) => walletOf(asset, 'friend')
const payoutOf = (row: Row) => world.deps.db.transfer.findUniqueOrThrow({ where: { caseId: row.id } })
const isPaid = async (row: Row) => (await payoutOf(row)).state === 'confirmed'
const untilPaid = (row: Row) => world.workUntil(() => isPaid(row), 'it is paid back')
const send = async (fields: Record<string, string>) => desk.cases.action(await desk.ask({ person: olga }, fields))
const form = (row: Row, more: Record<string, string> = {}) => ({
  intent: 'pay-back',
  case: row.id,
  kind: row.kind,
  amount: row.amount,
  walletAddress: friend('XLM'),
  walletMemo: '',
  note: NOTE,
  ...more,
})

describe('what lies on either account goes back from it, to the last unit, and the books agree', () => {
  test.each([
    { asset: 'XLM', to: 'escrow', amount: '12.3456789' },
    { asset: 'XRP', to: 'escrow', amount: '5.654321' },
    { asset: 'XLM', to: 'fee', amount: '3.1' },
    { asset: 'USDC', to: 'fee', amount: '33' },
    { asset: 'XRP', to: 'fee', amount: '2.5' },
  ] as const)(
    '$asset from the $to account',
    async ({ asset, to, amount }) => {
      const row = await stray({ asset, to, amount })
      const came = await gained(world, { asset, name: 'friend' }, async () => {
        granted(await payUnmatchedBack(world.deps, asked(row, friend(asset))))
        await untilPaid(row)
      })
      expect(came).toBe(amount)
      const payout = await payoutOf(row)
      expect(payout).toMatchObject({ purpose: 'payback', paidFrom: to === 'fee' ? 'fee' : 'client', escrowId: null })
      const sent = await world.deps.ledgers[networkOf(asset)].findTransaction(payout.settledHash ?? '', {
        account: friend(asset),
      })
      expect(sent?.payments[0]?.from).toBe(world.deps.accounts[networkOf(asset)][to])
      expect(await world.deps.db.paymentCase.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({
        end: 'paid_back',
        closedById: olga.id,
        outcome: NOTE,
      })
      await expectBooksAgree(world)
    },
    120_000,
  )
})

it('is asked about once more, with the amount and the whole address, and nothing is sent before the answer', async () => {
  const row = await stray({ asset: 'XLM', to: 'escrow', amount: '7' })
  expect(await send(form(row, { walletMemo: '42' }))).toMatchObject({
    sure: {
      amount: '7',
      asset: 'XLM',
      paidFrom: 'client',
      wallet: { address: friend('XLM'), memo: '42' },
      typed: { note: NOTE },
    },
  })
  expect(await world.deps.db.transfer.count({ where: { caseId: row.id } })).toBe(0)
  const answer = await send(form(row, { walletMemo: '42', sure: 'yes' }))
  expect(answer instanceof Response && answer.headers.get('Location')).toBe('/admin-panel/cases?back=1')
  expect(await payoutOf(row)).toMatchObject({ address: friend('XLM'), memo: '42' })
  const closed = await desk.cases.loader(await desk.ask({ person: olga, path: '/x?state=closed' }))
  expect(closed.list.rows.find(({ id }) => id === row.id)).toMatchObject({
    closed: { end: 'paid_back', outcome: NOTE },
    payback: { state: 'queued', wallet: { address: friend('XLM'), memo: '42' } },
  })
  await untilPaid(row)
})

it('the excess of a fee and the part of one that never became whole go back, and their payer is told', async () => {
  for (const [part, kind, back] of [
    ['151.5', 'fee_over', '1.5'],
    ['40', 'fee_short', '40'],
  ] as const) {
    const buyer = await unpaidBuyer(world)
    const terms = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    const quote = granted(await quoteServiceFee(world.deps, terms))
    const [hash = ''] = await pay(world, {
      asset: 'USDC',
      to: quote.account,
      amount: part,
      memo: String(quote.reference),
    })
    await readPayments(world, { network: 'stellar', account: quote.account })
    const find = () => world.deps.db.paymentCase.findUnique({ where: { feeQuoteId: quote.id } })
    await world.workUntil(async () => (await find()) !== null, 'the part is seen')
    const row = { id: (await find())?.id ?? '', kind, amount: back, hash }
    expect(
      await gained(world, { asset: 'USDC', name: 'friend' }, async () => {
        granted(await payUnmatchedBack(world.deps, asked(row, friend('USDC'))))
        await untilPaid(row)
      }),
    ).toBe(back)
    const letters = await world.deps.db.outboxLetter.findMany({ where: { userId: buyer.id } })
    expect(letters.map(({ content }) => content)).toContainEqual(
      expect.objectContaining({ letter: 'paid_back', amount: back, address: friend('USDC') }),
    )
    await expectBooksAgree(world)
  }
})

it('is paid back once, whoever presses at the same moment, and never both assigned and paid back', async () => {
  const { transactionId } = await escrowOf(world, { buyer: await pilotBuyer(world), asset: 'XLM', amount: '9' })
  const row = await stray({ asset: 'XLM', to: 'escrow', amount: '9' })
  const assignment = { caseId: row.id, operatorId: olga.id, seen: row, target: transactionId, note: NOTE }
  const ends = await Promise.all([
    payUnmatchedBack(world.deps, asked(row, friend('XLM'))),
    assignPayment(world.deps, assignment),
    payUnmatchedBack(world.deps, asked(row, walletOf('XLM', 'buyer'))),
    assignPayment(world.deps, assignment),
  ])
  expect(ends.filter((end) => !('refused' in end))).toHaveLength(1)
  const counts = await world.deps.db.ledgerPayment.count({ where: { hash: row.hash, problem: null } })
  expect(counts + (await world.deps.db.transfer.count({ where: { caseId: row.id } }))).toBe(1)
})

describe('the database refuses, whatever the code does', () => {
  const payback = (row: Row, changes: object = {}) => ({
    caseId: row.id,
    purpose: 'payback' as const,
    network: 'stellar' as const,
    asset: 'XLM' as const,
    amount: row.amount,
    address: friend('XLM'),
    ...changes,
  })
  const create = (row: Row, changes?: object) =>
    world.deps.db.$transaction(async (tx) => {
      const { id } = await tx.transfer.create({ data: payback(row, changes) })
      const closed = { closedAt: new Date(), closedById: olga.id, outcome: 'x', end: 'paid_back' }
      await tx.paymentCase.update({ where: { id: row.id }, data: closed })
      await enqueue(tx, { name: 'dispatch_payouts', payload: { network: 'stellar' } })
      return id
    })

  it('another amount or asset than what is here, another account, or a case that goes on', async () => {
    const row = await stray({ asset: 'XLM', to: 'escrow', amount: '4' })
    await expect(create(row, { amount: '4.0000001' })).rejects.toThrow(/owes no/)
    await expect(create(row, { amount: '3' })).rejects.toThrow(/owes no/)
    await expect(create(row, { asset: 'USDC' })).rejects.toThrow(/owes no/)
    await expect(world.deps.db.transfer.create({ data: payback(row) })).rejects.toThrow(/not closed by its payback/)
    const id = await create(row)
    await expect(create(row)).rejects.toThrow()
    await expect(world.deps.db.transfer.update({ where: { id }, data: { amount: '5' } })).rejects.toThrow(
      /stays what it is/,
    )
    await expect(world.deps.db.transfer.update({ where: { id }, data: { address: 'G' } })).rejects.toThrow(
      /wait for a wallet/,
    )
    await expect(
      world.deps.db.paymentCase.update({
        where: { id: row.id },
        data: { closedAt: null, closedById: null, outcome: null, end: null },
      }),
    ).rejects.toThrow(/paid back/)
    const { escrowId } = await escrowOf(world, { buyer: await pilotBuyer(world), asset: 'XLM', amount: '4' })
    await expect(
      world.deps.db.ledgerPayment.updateMany({ where: { hash: row.hash }, data: { problem: null, escrowId } }),
    ).rejects.toThrow(/paid back/)
    await untilPaid(row)
  })

  it('the approval of whoever sends it back, when it is above a limit', async () => {
    const row = await stray({ asset: 'XLM', to: 'escrow', amount: '6' })
    const { payoutId } = granted(await payUnmatchedBack(world.deps, asked(row, friend('XLM'))))
    await world.deps.db.transfer.update({ where: { id: payoutId }, data: { aboveLimit: 'payout' } })
    const approval = { payoutId, seen: { address: friend('XLM'), memo: null }, reason: 'Looked at it.', isSure: true }
    expect(await approve(world.deps, { ...approval, operatorId: olga.id })).toMatchObject({
      refused: 'approval_own_decision',
    })
    const given = { payoutId, operatorId: olga.id, address: friend('XLM'), aboveLimit: 'payout', reason: 'x' }
    await expect(world.deps.db.settlementApproval.create({ data: given })).rejects.toThrow(/does not approve it/)
    granted(await approve(world.deps, { ...approval, operatorId: (await operator(world)).id }))
    await untilPaid(row)
  })
})

describe('it is refused', () => {
  it('without a proof, to our own account, to what cannot be paid, and for what has changed', async () => {
    const row = await stray({ asset: 'XLM', to: 'escrow', amount: '8' })
    const refusals = async (more: Record<string, string>) => {
      const first = refusalOf(await send(form(row, more)))
      expect(refusalOf(await send(form(row, { ...more, sure: 'yes' })))).toBe(first)
      return first
    }
    expect(await refusals({ note: ' ' })).toBe('assign_note_required')
    expect(await refusals({ walletAddress: '' })).toBe('wallet_required')
    expect(await refusals({ walletAddress: world.deps.accounts.stellar.fee })).toBe('wallet_is_ours')
    expect(await refusals({ walletAddress: walletOf('XLM', 'exchange') })).toBe('wallet_memo_required')
    expect(await refusals({ amount: '9' })).toBe('case_changed')
    for (const id of ['no-id', '00000000-0000-7000-8000-000000000000']) {
      expect(await refusals({ case: id })).toBe('case_closed')
    }
    expect(await world.deps.db.transfer.count({ where: { caseId: row.id } })).toBe(0)
  })

  it('from the fee account while no worker has its key; the page says what to do by hand', async () => {
    const { db } = world.deps
    const account = world.deps.accounts.xrpl.fee
    await db.payingAccount.deleteMany({ where: { account } })
    try {
      const row = await stray({ asset: 'XRP', to: 'fee', amount: '3' })
      expect(await payUnmatchedBack(world.deps, asked(row, friend('XRP')))).toEqual({ refused: 'payback_no_key' })
      const { list } = await desk.cases.loader(await desk.ask({ person: olga, path: '/x' }))
      expect(list.rows.find(({ id }) => id === row.id)).toMatchObject({ noPayback: 'payback_no_key' })
    } finally {
      await notePayingAccounts(db, { accounts: [{ network: 'xrpl', account }], at: new Date() })
    }
  })

  it('by a worker whose seed is of another account, or is none', async () => {
    const environment = {
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
      DATABASE_URL: world.databaseUrl,
      SESSION_SECRET: 'a secret of the tests, long enough to pass',
      STORAGE_FOLDER: '/nowhere',
      ...world.harbour.environment(),
    }
    const start = (changes: Record<string, string>) => composeWorkerDeps(parseConfig({ ...environment, ...changes }))
    const { STELLAR_ESCROW_SEED = '', XRPL_ESCROW_SEED = '' } = world.harbour.environment()
    await expect(start({ STELLAR_FEE_SEED: STELLAR_ESCROW_SEED })).rejects.toThrow(
      'STELLAR_FEE_SEED: is not the seed of STELLAR_FEE_ACCOUNT, ',
    )
    await expect(start({ XRPL_FEE_SEED: XRPL_ESCROW_SEED })).rejects.toThrow(
      'XRPL_FEE_SEED: is not the seed of XRPL_FEE_ACCOUNT, ',
    )
    expect(() => start({ STELLAR_FEE_SEED: 'none' })).toThrow('STELLAR_FEE_SEED: is no secret seed')
    await expect(start({ XRPL_ESCROW_SEED: '' })).rejects.toThrow('XRPL_ESCROW_SEED: is not set')
  })

  it('when a person has paid the same to the same wallet from the fee account since', async () => {
    const row = await stray({ asset: 'XLM', to: 'fee', amount: '11' })
    const hash = await sendByHand(world, { from: 'fee', to: friend('XLM'), amount: '11' })
    const { readAllOutgoing } = await import('#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts')
    await expect
      .poll(async () => {
        await readAllOutgoing(world.deps, { network: 'stellar' })
        return world.deps.db.outgoingTransaction.count({ where: { hash } })
      })
      .toBe(1)
    expect(await payUnmatchedBack(world.deps, asked(row, friend('XLM')))).toEqual({ refused: 'payback_by_hand' })
    const end = { end: 'by_hand', hash, outcome: 'Paid from the fee wallet.', sure: 'yes' }
    const seen = { case: row.id, kind: row.kind, amount: row.amount }
    expect(await send({ ...seen, ...end })).toBeInstanceOf(Response)
    await expectBooksAgree(world)
  })
})

it('a payback whose wallet is in trouble waits, and goes to another one that the operator states', async () => {
  const row = await stray({ asset: 'XRP', to: 'escrow', amount: '4.25' })
  granted(await payUnmatchedBack(world.deps, asked(row, friend('XRP'))))
  const { id } = await payoutOf(row)
  // As if the wallet had changed between the form and the round.
  await world.deps.db.transfer.update({
    where: { id },
    data: { state: 'blocked', blockedReason: 'wallet_tag_required' },
  })
  granted(await payUnmatchedBack(world.deps, asked(row, walletOf('XRP', 'buyer'), '77')))
  expect(await payoutOf(row)).toMatchObject({ address: walletOf('XRP', 'buyer'), memo: '77', blockedReason: null })
  await runRound(world.deps, { payoutId: id })
  await untilPaid(row)
  expect(await payUnmatchedBack(world.deps, asked(row, friend('XRP')))).toEqual({ refused: 'case_closed' })
})

it('whoever gives a payback another wallet does not approve it, too', async () => {
  const row = await stray({ asset: 'XRP', to: 'escrow', amount: '4.5' })
  granted(await payUnmatchedBack(world.deps, asked(row, friend('XRP'))))
  const { id: payoutId } = await payoutOf(row)
  await world.deps.db.transfer.update({
    where: { id: payoutId },
    data: { state: 'blocked', blockedReason: 'wallet_tag_required', aboveLimit: 'payout' },
  })
  const omar = await operator(world)
  const wallet = { address: walletOf('XRP', 'buyer'), memo: '77' }
  granted(await payUnmatchedBack(world.deps, { ...asked(row, wallet.address, wallet.memo), operatorId: omar.id }))
  const approval = { payoutId, seen: wallet, reason: 'Looked at it.', isSure: true }
  for (const { id: operatorId } of [olga, omar]) {
    expect(await approve(world.deps, { ...approval, operatorId })).toMatchObject({
      refused: 'approval_own_decision',
    })
    const given = { payoutId, operatorId, ...wallet, aboveLimit: 'payout', reason: 'x' }
    await expect(world.deps.db.settlementApproval.create({ data: given })).rejects.toThrow(/does not approve it/)
  }
  granted(await approve(world.deps, { ...approval, operatorId: (await operator(world)).id }))
  await runRound(world.deps, { payoutId })
  await untilPaid(row)
})

it('closing a case that holds money asks twice; what is kept stays owed and can be taken up again and paid back', async () => {
  const row = await stray({ asset: 'XLM', to: 'escrow', amount: '2.5' })
  const seen = { case: row.id, kind: row.kind, amount: row.amount }
  const kept = { ...seen, end: 'kept', hash: '', outcome: 'Nobody has written for a year.' }
  expect(refusalOf(await send({ ...kept, end: '' }))).toBe('case_end_required')
  expect(refusalOf(await send({ ...kept, end: 'by_hand' }))).toBe('case_hash_required')
  expect(await send(kept)).toMatchObject({ sure: { end: 'kept', amount: '2.5', typed: { outcome: kept.outcome } } })
  const state = () => world.deps.db.paymentCase.findUniqueOrThrow({ where: { id: row.id } })
  expect((await state()).closedAt).toBeNull()
  expect(await send({ ...kept, sure: 'yes' })).toBeInstanceOf(Response)
  expect(await state()).toMatchObject({ end: 'kept', closedById: olga.id })
  await expectBooksAgree(world)
  expect(await payUnmatchedBack(world.deps, asked(row, friend('XLM')))).toEqual({ refused: 'case_closed' })
  const again = { ...seen, intent: 'take-up', note: 'Its payer has written.' }
  expect(await send({ ...again, note: '' })).toMatchObject({ data: { refusal: { refused: 'act_reason_required' } } })
  expect(await send(again)).toMatchObject({
    sure: { act: 'take-up', outcome: kept.outcome, typed: { note: again.note } },
  })
  expect((await state()).closedAt).not.toBeNull()
  expect(refusalOf(await send({ ...again, note: '', sure: 'yes' }))).toBe('act_reason_required')
  expect(await send({ ...again, sure: 'yes' })).toBeInstanceOf(Response)
  const taken = { kind: 'case_taken_up', detail: { path: ['caseId'], equals: row.id } }
  expect((await world.deps.db.auditEvent.findFirstOrThrow({ where: taken })).detail).toEqual({
    ...{ caseId: row.id, outcome: kept.outcome, reason: again.note },
  })
  const late = { reason: 'Too late.', operatorId: olga.id }
  expect(await takeUpUnmatched(world.deps, { ...late, caseId: row.id })).toEqual({ refused: 'case_not_kept' })
  expect(await takeUpUnmatched(world.deps, { ...late, caseId: 'no-id' })).toEqual({ refused: 'case_not_kept' })
  granted(await payUnmatchedBack(world.deps, asked(row, friend('XLM'))))
  await untilPaid(row)
  await expectBooksAgree(world)
})
