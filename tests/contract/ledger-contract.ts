/**
 * What Quayside relies on, whichever ledger it is: run against every adapter by ledger-<network>.test.ts. The ledger is
 * a stand-in that speaks the real protocol and can be told to misbehave.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { FaultKind } from '#harbour/faults.ts'
import { balanceOf, decided, eventually, orderFor, pay, readAll, signOrder, type World } from './ledger-world.ts'

/** Ways of not answering that must never be mistaken for an answer. */
const SILENCES: FaultKind[] = ['drop_before', 'drop_after', 'too_many', 'server_error', 'html']

export function describeLedgerContract(name: string, openWorld: () => Promise<World>): void {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterEach(() => world.faults.clear())
  afterAll(() => world.close())

  describe(`reading from ${name}`, () => {
    it('finds a payment by its hash, with what arrived, from whom, when and under which memo', async () => {
      const before = Date.now()
      const hash = await pay(world, { amount: '12.345678', memo: '4711' })
      const found = await world.ledger.findTransaction(hash, { account: world.platform })
      expect(found).toMatchObject({ hash, outerHash: hash, successful: true, memo: '4711' })
      expect(found?.payments).toEqual([
        expect.objectContaining({
          network: world.ledger.network,
          hash,
          from: world.customer.source,
          to: world.platform,
          asset: world.asset,
          assetLabel: world.asset,
          memo: '4711',
          needsReview: false,
        }),
      ])
      expect(found?.payments[0]?.amount.toFixed()).toBe('12.345678')
      // Ledgers tell their closing time in whole seconds.
      expect(found?.at.getTime()).toBeGreaterThanOrEqual(before - 2_000)
      expect(found?.at.getTime()).toBeLessThanOrEqual(Date.now() + 2_000)
    })

    it('finds it in whatever case the hash was pasted', async () => {
      const hash = await pay(world, { amount: '1', memo: '4712' })
      for (const pasted of [hash.toLowerCase(), hash.toUpperCase(), ` ${hash}\n`]) {
        expect(await world.ledger.findTransaction(pasted, { account: world.platform })).toMatchObject({ hash })
      }
    })

    it('shows the memo that was sent, even when nobody gave it out', async () => {
      const hash = await pay(world, { amount: '1', memo: '999' })
      const found = await world.ledger.findTransaction(hash, { account: world.platform })
      expect(found?.memo).toBe('999')
      const without = await pay(world, { amount: '1' })
      expect((await world.ledger.findTransaction(without, { account: world.platform }))?.memo).toBeNull()
    })

    it('knows nothing of a hash that was never used, and asks for nothing else', async () => {
      for (const hash of ['ab'.repeat(32), '', 'not a hash', '../accounts/x', `${'a'.repeat(63)}/`]) {
        expect(await world.ledger.findTransaction(hash, { account: world.platform })).toBeNull()
      }
    })

    it('sees no payment in a transaction that paid somebody else', async () => {
      const hash = await pay(world, { to: world.payee, amount: '1' })
      const found = await world.ledger.findTransaction(hash, { account: world.platform })
      expect(found).toMatchObject({ successful: true, payments: [] })
    })

    it('sees no payment in a transaction that failed', async () => {
      world.faults.set({ target: world.target, kind: 'provisional_failure', match: world.submission, times: 1 })
      const { cursor } = await readAll(world, world.platform)
      const order = orderFor(world, { address: world.platform, amount: '5', memo: '4713' })
      const { signed } = await signOrder(world, world.customer, order)
      await world.customer.submit(signed)
      expect(await decided(world.customer, signed)).toMatchObject({ kind: 'failed' })
      const found = await world.ledger.findTransaction(signed.hash, { account: world.platform })
      expect(found).toMatchObject({ successful: false, payments: [] })
      expect((await readAll(world, world.platform, { after: cursor })).payments).toEqual([])
    })

    it('pages through the payments of an account without missing or repeating one', async () => {
      const start = (await readAll(world, world.platform)).cursor
      const hashes: string[] = []
      for (const memo of ['1', '2', '3', '4', '5']) hashes.push(await pay(world, { amount: '0.5', memo }))
      for (const limit of [1, 2, 3, 200]) {
        const { payments } = await readAll(world, world.platform, { after: start, limit })
        expect(payments.map(({ hash }) => hash)).toEqual(hashes)
      }
      const everything = await readAll(world, world.platform, { limit: 3 })
      expect(everything.payments.slice(-5).map(({ memo }) => memo)).toEqual(['1', '2', '3', '4', '5'])
      const keys = everything.payments.map(({ hash, operation }) => `${hash} ${operation}`)
      expect(new Set(keys).size).toBe(keys.length)

      const idle = await readAll(world, world.platform, { after: everything.cursor })
      expect(idle.payments).toEqual([])
      const late = await pay(world, { amount: '0.5', memo: '6' })
      const after = await readAll(world, world.platform, { after: idle.cursor })
      expect(after.payments.map(({ hash }) => hash)).toEqual([late])
    })

    it('reads an account that does not exist yet, and its first payment when it comes', async () => {
      const { payments, cursor } = await readAll(world, world.newcomer)
      expect(payments).toEqual([])
      await pay(world, { to: world.newcomer, amount: '25', memo: '31' })
      const first = await readAll(world, world.newcomer, { after: cursor })
      expect(first.payments.map(({ amount, memo }) => [amount.toFixed(), memo])).toEqual([['25', '31']])
    })

    it('does not read what the account itself paid', async () => {
      const { cursor } = await readAll(world, world.customer.source)
      await pay(world, { amount: '1' })
      expect((await readAll(world, world.customer.source, { after: cursor })).payments).toEqual([])
    })

    it('tells balances and what can be spent to the last unit', async () => {
      const before = await balanceOf(world, world.platform)
      await pay(world, { amount: '0.000001' })
      const after = await balanceOf(world, world.platform)
      expect(after.minus(before).toFixed()).toBe('0.000001')
      const spendable = await world.ledger.spendable(world.platform, world.asset)
      expect(spendable?.toFixed()).toBe(after.minus(world.reserve).toFixed())
    })

    it('knows no balance of an account that does not exist', async () => {
      expect(world.ledger.isAddress(world.nobody)).toBe(true)
      expect(await world.ledger.spendable(world.nobody, world.asset)).toBeNull()
      expect(await world.ledger.balance(world.nobody, world.asset)).toBeNull()
    })

    it.each(SILENCES)('throws LedgerUnavailable on %s, and works again afterwards', async (kind) => {
      const hash = await pay(world, { amount: '1', memo: '77' })
      const payee = orderFor(world, { amount: '1' })
      const questions = [
        () => world.ledger.findTransaction(hash, { account: world.platform }),
        () => world.ledger.paymentsTo(world.platform, { after: null, limit: 10 }),
        () => world.ledger.spendable(world.platform, world.asset),
        () => world.ledger.balance(world.platform, world.asset),
        () => world.ledger.obstacleTo(payee),
      ]
      for (const ask of questions) {
        world.faults.set({ target: world.target, kind })
        await expect(ask()).rejects.toThrow(LedgerUnavailable)
        world.faults.clear()
        await expect(ask()).resolves.toBeDefined()
      }
    })

    it('refuses to read another network', async () => {
      await expect(world.wrongLedger.balance(world.platform, world.asset)).rejects.toThrow(/network/)
      await expect(world.wrongLedger.balance(world.platform, world.asset)).rejects.toThrow(LedgerUnavailable)
    })

    it('loses no payment when the server lags while it is read', async () => {
      const start = (await readAll(world, world.platform)).cursor
      const hash = await pay(world, { amount: '1', memo: '88' })
      world.faults.set({ target: world.target, kind: 'lag', lagLedgers: 8 })
      const lagging = await readAll(world, world.platform, { after: start })
      world.faults.clear()
      const { payments } = await readAll(world, world.platform, { after: lagging.cursor })
      expect([...lagging.payments, ...payments].map((payment) => payment.hash)).toEqual([hash])
    })

    it('wakes the watcher of an account when a payment arrives', async () => {
      let wakes = 0
      const stop = world.ledger.watch(world.platform, () => {
        wakes += 1
      })
      try {
        // The first one says that the watch stands.
        await eventually(
          async () => wakes,
          (count) => count > 0,
        )
        const before = wakes
        await pay(world, { amount: '1' })
        await eventually(
          async () => wakes,
          (count) => count > before,
        )
      } finally {
        stop()
      }
    })

    it('tells addresses by their checksum', () => {
      const { platform } = world
      const typo = platform.slice(0, -1) + (platform.endsWith('A') ? 'B' : 'A')
      expect(world.ledger.isAddress(platform)).toBe(true)
      for (const other of [typo, ` ${platform}`, platform.toLowerCase(), platform.slice(0, -1), '']) {
        expect(world.ledger.isAddress(other)).toBe(false)
      }
    })

    it('names what stands in the way of paying someone', async () => {
      const obstacle = (about: Parameters<typeof orderFor>[1]) => world.ledger.obstacleTo(orderFor(world, about))
      expect(await obstacle({ amount: '1' })).toBeNull()
      expect(await obstacle({ amount: '1', memo: '5' })).toBeNull()
      expect(await obstacle({ amount: '1', address: world.payee.slice(0, -1) })).toBe('address_invalid')
      expect(await obstacle({ amount: '1', address: world.platform })).toBe('own_account')
      expect(await obstacle({ amount: '1', memo: world.impossibleMemo })).toBe('memo_invalid')
      expect(await obstacle({ amount: '1', memo: '' })).toBe('memo_invalid')
    })
  })

  describe(`paying on ${name}`, () => {
    it('sends nothing when it signs', async () => {
      const before = await balanceOf(world, world.payee)
      const { signed } = await signOrder(world, world.treasury, orderFor(world, { amount: '3' }))
      await world.passLedgers(3)
      expect(await world.treasury.outcomeOf(signed)).toEqual({ kind: 'pending' })
      expect(await balanceOf(world, world.payee)).toEqual(before)
    })

    it('pays once, however often the same bytes are sent', async () => {
      const [payee, source] = [await balanceOf(world, world.payee), await balanceOf(world, world.treasury.source)]
      const order = orderFor(world, { amount: '7.654321', memo: '12345' })
      const { signed } = await signOrder(world, world.treasury, order)
      await world.treasury.submit(signed)
      await world.treasury.submit(signed)
      const outcome = await decided(world.treasury, signed)
      await world.treasury.submit(signed)
      await world.passLedgers(3)
      expect(await world.treasury.outcomeOf(signed)).toEqual(outcome)
      if (outcome.kind !== 'settled') throw new Error(`the payout is ${outcome.kind}`)
      expect(outcome.hash).toBe(signed.hash)
      expect((await balanceOf(world, world.payee)).minus(payee).toFixed()).toBe('7.654321')
      const spent = source.minus(await balanceOf(world, world.treasury.source))
      expect(spent.toFixed()).toBe(order.amount.plus(outcome.feePaid).toFixed())
      expect(outcome.feePaid.gt(0) && outcome.feePaid.lt('0.01')).toBe(true)
      const arrived = await world.ledger.findTransaction(signed.hash, { account: world.payee })
      expect(arrived?.payments).toEqual([expect.objectContaining({ memo: '12345', from: world.treasury.source })])
    })

    it('settles after the request to submit was lost on its way, once it is sent again', async () => {
      const before = await balanceOf(world, world.payee)
      const { signed } = await signOrder(world, world.treasury, orderFor(world, { amount: '2' }))
      world.faults.set({ target: world.target, kind: 'drop_before', match: world.submission, times: 1 })
      expect((await world.treasury.submit(signed)).note).toMatch(/^no answer/)
      await world.passLedgers(2)
      expect(await world.treasury.outcomeOf(signed)).toEqual({ kind: 'pending' })
      await world.treasury.submit(signed)
      expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'settled' })
      expect((await balanceOf(world, world.payee)).minus(before).toFixed()).toBe('2')
    })

    it('settles after the answer was lost, without being sent again', async () => {
      const before = await balanceOf(world, world.payee)
      const { signed } = await signOrder(world, world.treasury, orderFor(world, { amount: '2' }))
      world.faults.set({ target: world.target, kind: 'drop_after', match: world.submission, times: 1 })
      expect((await world.treasury.submit(signed)).note).toMatch(/^no answer/)
      expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'settled' })
      expect((await balanceOf(world, world.payee)).minus(before).toFixed()).toBe('2')
    })

    it.each(['server_error', 'too_many', 'html'] as const)('survives %s at submission', async (kind) => {
      const before = await balanceOf(world, world.payee)
      const { signed } = await signOrder(world, world.treasury, orderFor(world, { amount: '2' }))
      world.faults.set({ target: world.target, kind, match: world.submission, times: 1 })
      await world.treasury.submit(signed)
      await world.treasury.submit(signed)
      expect(await decided(world.treasury, signed)).toMatchObject({ kind: 'settled' })
      expect((await balanceOf(world, world.payee)).minus(before).toFixed()).toBe('2')
    })

    it('proves that a payout which no ledger took has expired, and pays once with a new signature', async () => {
      const before = await balanceOf(world, world.payee)
      world.faults.set({ target: world.target, kind: 'never_include', match: world.submission })
      const { signed: first, order } = await signOrder(world, world.hastyTreasury, orderFor(world, { amount: '4' }))
      await world.hastyTreasury.submit(first)
      expect(await decided(world.hastyTreasury, first)).toEqual({ kind: 'expired' })
      world.faults.clear()
      const second = await world.treasury.sign(order)
      expect(second.hash).not.toBe(first.hash)
      await world.treasury.submit(second)
      await world.treasury.submit(first)
      expect(await decided(world.treasury, second)).toMatchObject({ kind: 'settled' })
      await world.treasury.submit(first)
      await world.passLedgers(3)
      expect((await balanceOf(world, world.payee)).minus(before).toFixed()).toBe('4')
    })

    it('reports a payout that was taken provisionally and then failed', async () => {
      const before = await balanceOf(world, world.payee)
      world.faults.set({ target: world.target, kind: 'provisional_failure', match: world.submission, times: 1 })
      const { signed } = await signOrder(world, world.treasury, orderFor(world, { amount: '4' }))
      await world.treasury.submit(signed)
      const outcome = await decided(world.treasury, signed)
      if (outcome.kind !== 'failed') throw new Error(`the payout is ${outcome.kind}`)
      expect(outcome.code).toMatch(/^(op_|tx_|tec)/)
      expect(outcome.feePaid.gt(0)).toBe(true)
      expect(await balanceOf(world, world.payee)).toEqual(before)
    })

    it('never calls a payout expired because the server lags', async () => {
      const { signed } = await signOrder(world, world.hastyTreasury, orderFor(world, { amount: '1' }))
      await world.hastyTreasury.submit(signed)
      expect(await decided(world.hastyTreasury, signed)).toMatchObject({ kind: 'settled' })
      for (const lagLedgers of [1, 2, 3, 5, 8, 12]) {
        world.faults.set({ target: world.target, kind: 'lag', lagLedgers })
        const { kind } = await world.hastyTreasury.outcomeOf(signed)
        expect(['pending', 'settled']).toContain(kind)
        world.faults.clear()
      }
    })

    it('never calls a payout expired because one answer is older than the next', async () => {
      const { signed } = await signOrder(world, world.hastyTreasury, orderFor(world, { amount: '1' }))
      await world.hastyTreasury.submit(signed)
      expect(await decided(world.hastyTreasury, signed)).toMatchObject({ kind: 'settled' })
      // When a later payout has expired, the time of this one is over too.
      world.faults.set({ target: world.target, kind: 'never_include', match: world.submission })
      const { signed: later } = await signOrder(world, world.hastyTreasury, orderFor(world, { amount: '1' }))
      await world.hastyTreasury.submit(later)
      expect(await decided(world.hastyTreasury, later)).toEqual({ kind: 'expired' })
      world.faults.clear()
      // The look for the transaction goes to a past that does not know it; every other answer is of today.
      world.faults.set({ target: world.target, kind: 'lag', lagLedgers: 1_000, match: world.lookUp(signed.hash) })
      const outcome = await world.hastyTreasury.outcomeOf(signed).catch((error: unknown) => error)
      expect(outcome).not.toEqual({ kind: 'expired' })
    })

    it.each(SILENCES)(
      'throws LedgerUnavailable when the outcome is asked for and the ledger answers with %s',
      async (kind) => {
        const { signed } = await signOrder(world, world.treasury, orderFor(world, { amount: '1' }))
        world.faults.set({ target: world.target, kind })
        await expect(world.treasury.outcomeOf(signed)).rejects.toThrow(LedgerUnavailable)
        world.faults.clear()
        expect(await world.treasury.outcomeOf(signed)).toEqual({ kind: 'pending' })
      },
    )

    it('signs nothing finer than the ledger can hold', async () => {
      const order = orderFor(world, { amount: new Decimal('0.00000001') })
      await expect(signOrder(world, world.treasury, order)).rejects.toThrow()
    })
  })
}
