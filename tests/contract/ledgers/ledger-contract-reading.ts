/** The contract of reading that every ledger must meet. */
import { beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { HistoryDoubted, LedgerUnavailable } from '#app/ledgers/ledger.ts'
import {
  balanceOf,
  decided,
  eventually,
  orderFor,
  pay,
  readAll,
  SILENCES,
  signOrder,
  type World,
} from './ledger-world.ts'

export function describeReading(name: string, open: () => World): void {
  describe(`reading from ${name}`, () => {
    let world: World
    beforeAll(() => {
      world = open()
    })

    it('finds a payment by its hash, with what arrived, from whom, when and under which memo', async () => {
      const before = world.now()
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
      // Close times are whole seconds, on the XRP Ledger rounded to ten: they may be before or after the clock.
      const rounding = world.ledger.network === 'xrpl' ? 10_000 : 0
      expect(found?.at.getTime()).toBeGreaterThan(before - 1_000 - rounding)
      expect(found?.at.getTime()).toBeLessThanOrEqual(world.now() + rounding)
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
      const start = await readAll(world, world.platform)
      const order = orderFor(world, { address: world.platform, amount: '5', memo: '4713' })
      const { signed } = await signOrder(world, world.customer, order)
      await world.customer.submit(signed)
      expect(await decided(world.customer, signed)).toMatchObject({ kind: 'failed' })
      const found = await world.ledger.findTransaction(signed.hash, { account: world.platform })
      expect(found).toMatchObject({ successful: false, payments: [] })
      expect((await readAll(world, world.platform, { after: start })).payments).toEqual([])
    })

    it('pages through the payments of an account without missing or repeating one', async () => {
      const start = await readAll(world, world.platform)
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

      const idle = await readAll(world, world.platform, { after: everything })
      expect(idle.payments).toEqual([])
      const late = await pay(world, { amount: '0.5', memo: '6' })
      const after = await readAll(world, world.platform, { after: idle })
      expect(after.payments.map(({ hash }) => hash)).toEqual([late])
    })

    it('reads an account that does not exist yet, and its first payment when it comes', async () => {
      const start = await readAll(world, world.newcomer)
      expect(start.payments).toEqual([])
      await pay(world, { to: world.newcomer, amount: '25', memo: '31' })
      const first = await readAll(world, world.newcomer, { after: start })
      expect(first.payments.map(({ amount, memo }) => [amount.toFixed(), memo])).toEqual([['25', '31']])
    })

    it('does not read what the account itself paid', async () => {
      const start = await readAll(world, world.customer.source)
      await pay(world, { amount: '1' })
      expect((await readAll(world, world.customer.source, { after: start })).payments).toEqual([])
    })

    it('tells balances and what can be spent to the last unit', async () => {
      const before = await balanceOf(world, world.platform)
      await pay(world, { amount: '0.000001' })
      const after = await balanceOf(world, world.platform)
      expect(after.minus(before).toFixed()).toBe('0.000001')
      const spendable = await world.ledger.spendable(world.platform, world.asset)
      expect(spendable?.toFixed()).toBe(after.minus(world.reserve).toFixed())
    })

    it('tells how an account of ours stands: the same money, and a key that can sign', async () => {
      const standing = await world.ledger.standing(world.platform)
      const [balance, spendable] = await Promise.all([
        world.ledger.balance(world.platform, world.asset),
        world.ledger.spendable(world.platform, world.asset),
      ])
      expect([standing?.balance.toFixed(), standing?.spendable.toFixed()]).toEqual([
        balance?.toFixed(),
        spendable?.toFixed(),
      ])
      expect(standing?.signers).toEqual([{ address: world.platform, weight: 1 }])
      expect(standing?.takesFromAnybody).toBe(true)
    })

    it('tells an account as one ledger left it: each payment is in what it held, or after its cursor, and never both', async () => {
      // The payments do not wait for the ledger, so most positions are read while one is pending.
      const before = await balanceOf(world, world.platform)
      const paying = (async () => {
        const hashes: string[] = []
        for (const amount of ['0.1', '0.2', '0.4', '0.8']) hashes.push(await pay(world, { amount, memo: '5' }))
        return hashes
      })()
      const positions = []
      let isPaid = false
      const end = paying.finally(() => {
        isPaid = true
      })
      while (!isPaid) positions.push(await world.ledger.positionOf(world.platform))
      const hashes = await end
      expect(positions.length).toBeGreaterThan(0)
      for (const position of positions) {
        if (position === null) throw new Error('the account is there')
        const { cursor, mark, balances } = position
        const { payments } = await readAll(world, world.platform, { after: { cursor, mark } })
        const later = payments.filter(({ hash }) => hashes.includes(hash))
        for (const { ledger } of later) expect(ledger).toBeGreaterThan(mark.sequence)
        const held = balances.get(world.asset) ?? new Decimal(0)
        const sum = later.reduce((total, { amount }) => total.plus(amount), held)
        expect(sum.toFixed()).toBe(before.plus('1.5').toFixed())
      }
      const last = await world.ledger.positionOf(world.platform)
      expect(last?.newest).toBe(hashes.at(-1))
    })

    it('knows no balance of an account that does not exist', async () => {
      expect(world.ledger.isAddress(world.nobody)).toBe(true)
      expect(await world.ledger.spendable(world.nobody, world.asset)).toBeNull()
      expect(await world.ledger.balance(world.nobody, world.asset)).toBeNull()
      expect(await world.ledger.standing(world.nobody)).toBeNull()
      expect(await world.ledger.positionOf(world.nobody)).toBeNull()
    })

    it.each(SILENCES)('throws LedgerUnavailable on %s, and works again afterwards', async (kind) => {
      const hash = await pay(world, { amount: '1', memo: '77' })
      const payee = orderFor(world, { amount: '1' })
      const questions = [
        () => world.ledger.findTransaction(hash, { account: world.platform }),
        () => world.ledger.paymentsTo(world.platform, { after: null, mark: null, limit: 10 }),
        () => world.ledger.spendable(world.platform, world.asset),
        () => world.ledger.balance(world.platform, world.asset),
        () => world.ledger.standing(world.platform),
        () => world.ledger.positionOf(world.platform),
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
      const start = await readAll(world, world.platform)
      const hash = await pay(world, { amount: '1', memo: '88' })
      world.faults.set({ target: world.target, kind: 'lag', lagLedgers: 8 })
      // The lagging server may lack the last read ledger: no answer is right then, a doubted history is not.
      const lagging = await readAll(world, world.platform, { after: start }).catch((error: unknown) => {
        if (!(error instanceof LedgerUnavailable) || error instanceof HistoryDoubted) throw error
        return { ...start, payments: [] }
      })
      world.faults.clear()
      const { payments } = await readAll(world, world.platform, { after: lagging })
      expect([...lagging.payments, ...payments].map((payment) => payment.hash)).toEqual([hash])
    })

    it('wakes the watcher of an account when a payment arrives', async () => {
      let wakes = 0
      const stop = world.ledger.watch(world.platform, () => {
        wakes += 1
      })
      try {
        // The first wake says that the watch is set up.
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
}
