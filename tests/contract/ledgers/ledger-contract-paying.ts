/** The contract of payouts that every ledger must meet: never twice, never lost, never judged by hearsay. */
import { beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { balanceOf, decided, orderFor, SILENCES, signOrder, type World } from './ledger-world.ts'

export function describePaying(name: string, open: () => World): void {
  describe(`paying on ${name}`, () => {
    let world: World
    beforeAll(() => {
      world = open()
    })

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
      // A channel account pays its own fee.
      const ownFee = signed.source === world.treasury.source ? outcome.feePaid : 0
      expect(spent.toFixed()).toBe(order.amount.plus(ownFee).toFixed())
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
      expect(await world.hastyTreasury.outcomeOf(first)).toEqual({ kind: 'pending' })
      await world.letPass(first)
      expect(await decided(world.hastyTreasury, first)).toEqual({ kind: 'expired' })
      expect(await world.isPast(first)).toBe(true)
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
      // A later payout has expired, so the validity of this one is over too.
      world.faults.set({ target: world.target, kind: 'never_include', match: world.submission })
      const { signed: later } = await signOrder(world, world.hastyTreasury, orderFor(world, { amount: '1' }))
      await world.hastyTreasury.submit(later)
      await world.letPass(later)
      expect(await decided(world.hastyTreasury, later)).toEqual({ kind: 'expired' })
      world.faults.clear()
      // Only the search for the transaction gets an old state that lacks it; every other answer is current.
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
