/** Two readings of one account at once: what one could not store is read again, not left for the next wake-up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test.each([
  { network: 'stellar', asset: 'USDC' },
  { network: 'xrpl', asset: 'XRP' },
] as const)(
  'a payment that arrives while another reader moves the cursor is stored by this reading ($network)',
  async ({ network, asset }) => {
    const account = world.deps.accounts[network].fee
    const send = (amount: string) => pay(world, { asset, to: account, amount, memo: '7' })
    const [first = ''] = await send('1')
    let second = ''
    const ledger = world.deps.ledgers[network]
    const overtaken = {
      ...ledger,
      paymentsTo: async (...asked: Parameters<typeof ledger.paymentsTo>) => {
        if (second === '') {
          await ingestPayments(world.deps, { network, account })
          second = (await send('2'))[0] ?? ''
        }
        return ledger.paymentsTo(...asked)
      },
    }
    const ledgers = { ...world.deps.ledgers, [network]: overtaken }
    await ingestPayments({ ...world.deps, ledgers }, { network, account })
    const stored = await world.deps.db.ledgerPayment.findMany({
      where: { hash: { in: [first, second] } },
      orderBy: { amount: 'asc' },
    })
    expect(stored.map(({ hash }) => hash)).toEqual([first, second])
  },
)
