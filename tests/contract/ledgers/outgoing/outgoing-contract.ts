/** The contract of reading an account's outgoing transactions: all of them, once, with their numbers. */
import { describe, expect, it } from 'vitest'
import type { OutgoingTransaction } from '#app/ledgers/outgoing.ts'
import { decided, orderFor, pay, signOrder, type World } from '../ledger-world.ts'

async function readSent(
  world: World,
  { after, limit = 200 }: { after: string | null; limit?: number },
): Promise<OutgoingTransaction[]> {
  const found: OutgoingTransaction[] = []
  for (let [cursor, pages] = [after, 0]; pages < 500; pages += 1) {
    const page = await world.ledger.outgoing.outgoingOf(world.treasury.source, { after: cursor, limit })
    found.push(...page.transactions)
    if (page.caughtUp) return found
    cursor = page.cursor
  }
  throw new Error('the pages do not come to an end')
}

export function describeOutgoing(name: string, open: () => World): void {
  describe(`what leaves an account of ${name}`, () => {
    async function send(amount: string, memo: string | null = null) {
      const world = open()
      const { signed, order } = await signOrder(world, world.treasury, orderFor(world, { amount, memo }))
      await world.treasury.submit(signed)
      return { signed, order, outcome: await decided(world.treasury, signed) }
    }

    it('is read with what it paid, to whom, and the number that it used up', async () => {
      const world = open()
      const head = await world.ledger.outgoing.head()
      const { signed, order } = await send('3.25', '777')
      const sent = await readSent(world, { after: head })
      expect(sent.find(({ hash }) => hash === signed.hash)).toMatchObject({
        innerHash: signed.hash,
        source: signed.source,
        sequence: signed.sequence,
        successful: true,
        code: null,
        memo: '777',
        payments: [{ to: order.address, asset: world.asset, amount: order.amount }],
        feeAccount: signed.source,
      })
      // From the start of history it is found exactly once, even in pages of one.
      const all = await readSent(world, { after: null, limit: 1 })
      expect(all.filter(({ hash }) => hash === signed.hash)).toHaveLength(1)
    })

    it('leaves out what only came in', async () => {
      const world = open()
      const head = await world.ledger.outgoing.head()
      const hash = await pay(world, { to: world.treasury.source, amount: '2' })
      const sent = await readSent(world, { after: head })
      expect(sent.map((transaction) => transaction.hash)).not.toContain(hash)
    })

    it('holds what the ledger included without paying: it used up a number', async () => {
      const world = open()
      const head = await world.ledger.outgoing.head()
      world.faults.set({ target: world.target, kind: 'provisional_failure', match: world.submission, times: 1 })
      const { signed, outcome } = await send('2')
      world.faults.clear()
      expect(outcome.kind).toBe('failed')
      const sent = await readSent(world, { after: head })
      expect(sent.find(({ hash }) => hash === signed.hash)).toMatchObject({
        successful: false,
        code: expect.any(String),
        payments: [],
      })
    })

    it('moves the mark and the numbers of the account, and nothing else does', async () => {
      const world = open()
      const { outgoing } = world.ledger
      const { source } = world.treasury
      await send('1')
      const [mark, before] = [await outgoing.markOf(source), await outgoing.numbersOf(source)]
      await world.passLedgers(3)
      expect(await outgoing.markOf(source)).toBe(mark)
      expect(await outgoing.numbersOf(source)).toEqual(before)
      const head = await outgoing.head()
      await send('1')
      expect(await outgoing.markOf(source)).not.toBe(mark)
      const after = await outgoing.numbersOf(source)
      // The numbers agree with the transactions.
      const sent = await readSent(world, { after: head })
      const made = sent.flatMap(({ ticketsMade }) => ticketsMade)
      const used = new Set(sent.flatMap(({ ticketUsed }) => ticketUsed ?? []))
      expect(after.tickets.toSorted()).toEqual(
        [...before.tickets, ...made].filter((ticket) => !used.has(ticket)).toSorted(),
      )
      const last = sent.findLast(({ sequenceAfter }) => sequenceAfter !== null)?.sequenceAfter
      // A channel account uses its own sequence number.
      expect(after.sequence).toBe(last ?? before.sequence)
    })

    it('has no mark where there is no account', async () => {
      const world = open()
      expect(await world.ledger.outgoing.markOf(world.nobody)).toBeNull()
      expect(await world.ledger.outgoing.markOf('nonsense')).toBeNull()
    })
  })
}
