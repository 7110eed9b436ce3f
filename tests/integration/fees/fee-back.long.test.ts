/** An excess over a fee, or money in another currency, goes back once, to the payer's stated wallet (decision 111). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { findOpenWork } from '#app/settings/db/closing.server.ts'
import { listFeeBacks } from '#app/unmatched/queries/fee-backs.server.ts'
import { payUnmatchedBack } from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { payStatedBacks, stateFeeWallet } from '#app/unmatched/workflows/state-fee-wallet.server.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { gained } from '#tests/support/settlement/holdings.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { expectBooksAgree } from '#tests/support/world/books.ts'
import { letQuoteExpire } from '#tests/support/world/fee-quotes.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, type Person, pay, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let operatorId: string

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  operatorId = (await operator(world)).id
  // As a worker does when it starts: what arrives before the books are open would count as ours.
  await refreshMarket(world.deps)
  for (const of of watchedAccounts(world.deps)) await ingestPayments(world.deps, of)
  await sweepOpenWork(world.deps)
})
afterAll(() => world[Symbol.asyncDispose]())

type Quote = Awaited<ReturnType<typeof quote>>

async function quote(buyer: Person, asset: Asset, amountUsd = '20000') {
  return granted(await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd, couponCode: '', asset }))
}

/** Pays with the memo of a quote, and waits until it is read. */
async function send({ account, reference, asset }: Quote, amount: string, inAsset: Asset = asset): Promise<string> {
  const [hash = ''] = await pay(world, { asset: inAsset, to: account, amount, memo: String(reference) })
  await readPayments(world, { network: networkOf(asset), account })
  await world.workUntil(async () => (await world.deps.db.ledgerPayment.count({ where: { hash } })) === 1, 'it is seen')
  return hash
}

const backsOf = (buyer: Person) => {
  const networks = { stellarPassphrase: null, xrplNetworkId: 0 }
  return listFeeBacks(world.deps.db, { userId: buyer.id, now: world.deps.clock.now(), networks })
}
const friend = (asset: Asset) => ({ address: walletOf(asset, 'friend'), memo: '' })
const state = (buyer: Person, caseId: string, wallet: { address: string; memo: string }) =>
  stateFeeWallet(world.deps, { userId: buyer.id, caseId, wallet })
const payoutsOf = (caseId: string) => world.deps.db.transfer.findMany({ where: { caseId } })
const untilSent = (caseId: string) =>
  world.workUntil(async () => (await payoutsOf(caseId))[0]?.state === 'confirmed', 'it is sent')
const lettersTo = async (buyer: Person) =>
  (await world.deps.db.outboxLetter.findMany({ where: { userId: buyer.id }, orderBy: { createdAt: 'asc' } })).map(
    ({ content }) => content as { letter: string; why?: string; excess?: string },
  )

/** Pays a fee with this excess, which becomes an unmatched payment. */
async function overpaid(asset: Asset, excess: string) {
  const buyer = await unpaidBuyer(world)
  const asked = await quote(buyer, asset)
  await send(asked, asked.amountDue.plus(excess).toFixed())
  const [back] = await backsOf(buyer)
  if (!back) throw new Error('nothing is owed back')
  return { buyer, asked, back }
}

describe('the field', () => {
  test.each(['USDC', 'XLM', 'XRP'] as const)(
    'what came too much in %s goes back, to the last unit, and letters say so',
    async (asset) => {
      const { buyer, back } = await overpaid(asset, '75.5')
      expect(back).toMatchObject({
        why: 'over',
        state: 'owed',
        takesWallet: true,
        amount: '75.5',
        asset,
        payment: null,
      })
      expect(await lettersTo(buyer)).toContainEqual(expect.objectContaining({ letter: 'fee_receipt', excess: '75.5' }))
      const came = await gained(world, { asset, name: 'friend' }, async () => {
        expect(granted(await state(buyer, back.id, friend(asset)))).toEqual({ isOnItsWay: true })
        expect((await backsOf(buyer))[0]).toMatchObject({ state: 'under_way', takesWallet: false })
        await untilSent(back.id)
      })
      expect(came).toBe('75.5')
      const [payout] = await payoutsOf(back.id)
      expect(payout).toMatchObject({ purpose: 'payback', paidFrom: 'fee', redirectedById: null })
      expect((await backsOf(buyer))[0]).toMatchObject({ state: 'sent', back: { hash: payout?.settledHash } })
      expect(await lettersTo(buyer)).toContainEqual(expect.objectContaining({ letter: 'paid_back', amount: '75.5' }))
      expect(await world.deps.db.paymentCase.findUniqueOrThrow({ where: { id: back.id } })).toMatchObject({
        end: 'paid_back',
        closedById: buyer.id,
        backAddress: walletOf(asset, 'friend'),
      })
      await expectBooksAgree(world)
    },
    120_000,
  )

  test('what came in another currency is asked about at once, and the fee is still due', async () => {
    const buyer = await unpaidBuyer(world)
    const asked = await quote(buyer, 'USDC')
    const hash = await send(asked, '150', 'XLM')
    expect(await lettersTo(buyer)).toContainEqual(
      expect.objectContaining({ letter: 'fee_owed_back', why: 'wrong_asset', amount: '150', asset: 'XLM', hash }),
    )
    const [back] = await backsOf(buyer)
    expect(back).toMatchObject({ why: 'wrong_asset', amount: '150', asset: 'XLM', payment: { hash } })
    const came = await gained(world, { asset: 'XLM', name: 'friend' }, async () => {
      granted(await state(buyer, back?.id ?? '', friend('XLM')))
      await untilSent(back?.id ?? '')
    })
    expect(came).toBe('150')
    await send(asked, asked.amountDue.toFixed())
    expect(await world.deps.db.user.findUniqueOrThrow({ where: { id: buyer.id } })).toMatchObject({ hasPaid: true })
    await expectBooksAgree(world)
  })

  test('a second payment, and what was short for an order before, are asked about once the fee is paid', async () => {
    const buyer = await unpaidBuyer(world)
    const first = await quote(buyer, 'USDC')
    await send(first, '10')
    expect(await backsOf(buyer)).toEqual([])
    const second = await quote(buyer, 'USDC', '30000')
    await send(second, second.amountDue.toFixed())
    await send(second, '20')
    const backs = await backsOf(buyer)
    expect(backs.map(({ why, amount }) => [why, amount])).toEqual(
      expect.arrayContaining([
        ['not_needed', '10'],
        ['not_needed', '20'],
      ]),
    )
    const told = (await lettersTo(buyer)).filter(({ letter }) => letter === 'fee_owed_back')
    expect(told).toHaveLength(2)
    for (const { id } of backs) granted(await state(buyer, id, friend('USDC')))
    expect(await world.deps.db.feeQuote.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject({
      state: 'closed',
    })
    // What arrives for it after that is a payment of its own.
    const hash = await send(first, '5')
    expect(await world.deps.db.ledgerPayment.findFirst({ where: { hash } })).toMatchObject({ problem: 'quote_closed' })
    for (const { id } of backs) await untilSent(id)
    await expectBooksAgree(world)
  })

  test('next to nothing is not asked about, and writes no letter', async () => {
    const buyer = await unpaidBuyer(world)
    const asked = await quote(buyer, 'USDC')
    await send(asked, '0.04', 'XLM')
    await send(asked, asked.amountDue.plus('0.04').toFixed())
    expect(await backsOf(buyer)).toEqual([])
    const letters = await lettersTo(buyer)
    expect(letters.filter(({ letter }) => letter === 'fee_owed_back')).toEqual([])
    expect(letters.find(({ letter }) => letter === 'fee_receipt')?.excess).toBeUndefined()
  })
})

describe('who may, and how often', () => {
  test('nobody but the payer, and a part that may still be the fee stays', async () => {
    const { buyer, back } = await overpaid('USDC', '3')
    const stranger = await unpaidBuyer(world)
    for (const other of [stranger, { id: operatorId, email: '' }]) {
      expect(await state(other, back.id, friend('USDC'))).toMatchObject({ refused: 'fee_back_not_open' })
    }
    expect(await state(buyer, 'nonsense', friend('USDC'))).toMatchObject({ refused: 'fee_back_not_open' })
    const asked = await quote(stranger, 'USDC')
    await send(asked, '10')
    await letQuoteExpire(world.deps.db, asked.id)
    const part = await world.deps.db.paymentCase.findUniqueOrThrow({ where: { feeQuoteId: asked.id } })
    expect(await state(stranger, part.id, friend('USDC'))).toMatchObject({ refused: 'fee_back_not_open' })
  })

  test('the wallet is checked as every payee’s, and typed again after a refusal', async () => {
    const { buyer, back } = await overpaid('USDC', '4')
    const ours = { address: world.deps.accounts.stellar.fee, memo: '' }
    expect(await state(buyer, back.id, { address: '', memo: '' })).toMatchObject({ refused: 'wallet_required' })
    expect(await state(buyer, back.id, { address: 'nonsense', memo: '' })).toMatchObject({ refused: 'wallet_invalid' })
    expect(await state(buyer, back.id, ours)).toMatchObject({ refused: 'wallet_is_ours', field: 'walletAddress' })
    const exchange = { address: walletOf('USDC', 'exchange'), memo: '' }
    expect(await state(buyer, back.id, exchange)).toMatchObject({
      refused: 'wallet_memo_required',
      field: 'walletMemo',
    })
    granted(await state(buyer, back.id, { ...exchange, memo: '12345' }))
    expect(await payoutsOf(back.id)).toMatchObject([{ memo: '12345' }])
  })

  test('two tabs, and the desk beside them: one payout', async () => {
    const { buyer, back } = await overpaid('XLM', '9.5')
    const row = await world.deps.db.paymentCase.findUniqueOrThrow({ where: { id: back.id } })
    const byDesk = {
      caseId: back.id,
      operatorId,
      seen: { kind: row.kind, amount: '9.5' },
      wallet: { address: walletOf('XLM', 'friend'), memo: null },
      note: 'Wrote to us.',
    }
    const answers = await Promise.allSettled([
      state(buyer, back.id, friend('XLM')),
      state(buyer, back.id, friend('XLM')),
      payUnmatchedBack(world.deps, byDesk),
      state(buyer, back.id, friend('XLM')),
    ])
    expect(answers.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await payoutsOf(back.id)).toHaveLength(1)
    const came = await gained(world, { asset: 'XLM', name: 'friend' }, () => untilSent(back.id))
    expect(came).toBe('9.5')
    expect(await state(buyer, back.id, friend('XLM'))).toMatchObject({ refused: 'fee_back_not_open' })
    await expectBooksAgree(world)
  })

  test('a wallet that cannot be paid any more is changed by its payer, not once it was signed for', async () => {
    const { buyer, back } = await overpaid('USDC', '6')
    granted(await state(buyer, back.id, friend('USDC')))
    const [payout] = await payoutsOf(back.id)
    const id = payout?.id ?? ''
    await world.deps.db.transfer.update({
      where: { id },
      data: { state: 'blocked', blockedReason: 'wallet_trustline_missing' },
    })
    expect((await backsOf(buyer))[0]).toMatchObject({ state: 'blocked', takesWallet: true })
    granted(await state(buyer, back.id, { address: walletOf('USDC', 'seller'), memo: '' }))
    expect(await payoutsOf(back.id)).toMatchObject([
      { state: 'queued', address: walletOf('USDC', 'seller'), redirectedById: null },
    ])
    await runRound(world.deps, { payoutId: id })
    expect(await state(buyer, back.id, friend('USDC'))).toMatchObject({ refused: 'fee_back_not_open' })
    await untilSent(back.id)
    await expectBooksAgree(world)
  })

  test('an account is not closed while money of its fee is here or on its way', async () => {
    const { buyer, back } = await overpaid('USDC', '8')
    const kinds = async () => (await findOpenWork(world.deps.db, buyer.id)).map(({ kind }) => kind)
    expect(await kinds()).toContain('case')
    granted(await state(buyer, back.id, friend('USDC')))
    expect(await kinds()).toContain('case')
    await untilSent(back.id)
    expect(await kinds()).not.toContain('case')
  })
})

describe('where no payout can be made', () => {
  test('the wallet is kept, is said, and the sweep pays once it can', async () => {
    const { buyer, back } = await overpaid('USDC', '11')
    await world.deps.db.payingAccount.deleteMany()
    expect(granted(await state(buyer, back.id, friend('USDC')))).toEqual({ isOnItsWay: false })
    expect((await backsOf(buyer))[0]).toMatchObject({
      state: 'stated',
      takesWallet: true,
      wallet: { address: walletOf('USDC', 'friend') },
    })
    // Another wallet may be stated meanwhile.
    granted(await state(buyer, back.id, { address: walletOf('USDC', 'seller'), memo: '' }))
    await payStatedBacks(world.deps)
    expect(await payoutsOf(back.id)).toEqual([])
    await sweepOpenWork(world.deps)
    await Promise.all([payStatedBacks(world.deps), payStatedBacks(world.deps)])
    expect(await payoutsOf(back.id)).toMatchObject([{ address: walletOf('USDC', 'seller') }])
    await untilSent(back.id)
    await expectBooksAgree(world)
  })
})

describe('the database', () => {
  test('lets nobody else end a case in the payer’s place, and no payer keep or shift one', async () => {
    const { buyer, back } = await overpaid('USDC', '12')
    const { db } = world.deps
    const stranger = await unpaidBuyer(world)
    const close = (closedById: string, end: string, endHash: string | null = null) =>
      db.paymentCase.update({
        where: { id: back.id },
        data: { closedAt: new Date(), closedById, end, endHash, outcome: '' },
      })
    await expect(close(stranger.id, 'kept')).rejects.toThrow(/is not ended by its payer/)
    await expect(close(buyer.id, 'by_hand', 'ab'.repeat(32))).rejects.toThrow(/is not ended by its payer/)
    const payout = { caseId: back.id, purpose: 'payback', paidFrom: 'fee', network: 'stellar', asset: 'USDC' } as const
    const wallet = { address: walletOf('USDC', 'friend'), memo: null }
    const payTo = (stated: object, amount: string) =>
      db.$transaction([
        db.transfer.create({ data: { ...payout, ...wallet, amount } }),
        db.paymentCase.update({
          where: { id: back.id },
          data: {
            ...{ backStatedAt: new Date(), ...stated },
            ...{ closedAt: new Date(), closedById: buyer.id, end: 'paid_back', outcome: '' },
          },
        }),
      ])
    await expect(payTo({ backAddress: walletOf('USDC', 'seller') }, '12')).rejects.toThrow(/is not ended by its payer/)
    await expect(payTo({ backAddress: wallet.address }, '12.1')).rejects.toThrow(/owes no/)
    await expect(db.paymentCase.update({ where: { id: back.id }, data: { backMemo: '1' } })).rejects.toThrow(
      /back_is_whole/,
    )
    await payTo({ backAddress: wallet.address }, '12')
    await expect(payTo({ backAddress: wallet.address }, '12')).rejects.toThrow()
    await sweepOpenWork(world.deps)
    await untilSent(back.id)
  })
})

const CUTS = ['quote', 'payout', 'close', 'event', 'none'] as const

test('whatever comes, in whatever order and wherever a process dies: no more goes back than came and is no fee', async () => {
  const payment = fc.record({ units: fc.integer({ min: 1_000_000, max: 3_000_000_000 }), isOther: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...CUTS), { minLength: 1, maxLength: 5 }),
      async (payments, cuts) => {
        const buyer = await unpaidBuyer(world)
        const asked = await quote(buyer, 'USDC')
        const sent: Record<'USDC' | 'XLM', Decimal> = { USDC: new Decimal(0), XLM: new Decimal(0) }
        for (const { units, isOther } of payments) {
          const asset = isOther ? 'XLM' : 'USDC'
          const amount = new Decimal(units).div(1e7)
          sent[asset] = sent[asset].plus(amount)
          await send(asked, amount.toFixed(), asset)
        }
        const backs = await backsOf(buyer)
        const paid = await world.deps.db.feePayment.findFirst({ where: { buyerUid: buyer.id } })
        for (const cut of cuts) {
          for (const { id, asset } of backs) {
            const deps = { ...world.deps, db: dyingAt(cut) }
            await stateFeeWallet(deps, { userId: buyer.id, caseId: id, wallet: friend(asset) }).catch(() => null)
          }
        }
        for (const { id, asset } of backs) await state(buyer, id, friend(asset))
        const back = { USDC: new Decimal(0), XLM: new Decimal(0) }
        for (const { id, asset } of backs) {
          const payouts = await payoutsOf(id)
          expect(payouts).toHaveLength(1)
          await untilSent(id)
          for (const { amount } of payouts)
            back[asset as 'USDC' | 'XLM'] = back[asset as 'USDC' | 'XLM'].plus(amount.toString())
        }
        const fee = paid ? asked.amountDue : new Decimal(0)
        expect(back.XLM.lte(sent.XLM)).toBe(true)
        expect(back.USDC.lte(Decimal.max(0, sent.USDC.minus(fee)).plus('0.0000001'))).toBe(true)
        await expectBooksAgree(world)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
}, 300_000)

/** Returns a database client that throws at the first statement of a kind, as if the process died. */
function dyingAt(cut: (typeof CUTS)[number]): World['deps']['db'] {
  const { db } = world.deps
  if (cut === 'none') return db
  const dies = () => Promise.reject(new Error('the process died here'))
  return db.$extends({
    query: {
      paymentCase: {
        updateMany: ({ args, query }) => (cut === 'close' ? dies() : query(args)),
      },
      feeQuote: { updateMany: ({ args, query }) => (cut === 'quote' ? dies() : query(args)) },
      transfer: { create: ({ args, query }) => (cut === 'payout' ? dies() : query(args)) },
      auditEvent: { create: ({ args, query }) => (cut === 'event' ? dies() : query(args)) },
    },
  }) as unknown as World['deps']['db']
}
