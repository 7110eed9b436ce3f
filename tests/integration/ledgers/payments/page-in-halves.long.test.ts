/** A page of payments that takes longer than a transaction may is read again in halves, so no deposit waits for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PAYMENTS = 4
/** Together they take longer than the 20 s of a transaction, however fast the machine is. */
const SLOW_SECONDS = 7

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test('what does not fit is halved until it does, and all of it is stored once', async () => {
  const { db, ledgers, accounts } = world.deps
  const of = { network: 'stellar', account: accounts.stellar.fee } as const
  await ingestPayments(world.deps, of)
  for (let sent = 1; sent <= PAYMENTS; sent += 1) {
    await pay(world, { asset: 'USDC', to: of.account, amount: String(sent), memo: '7' })
  }
  await db.$executeRawUnsafe(`
    create function "slow_down"() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(${SLOW_SECONDS});
      return new;
    end $$`)
  await db.$executeRaw`
    create trigger "a_slow_disk" before insert on "ledger_payment" for each row execute function "slow_down"()`
  const limits: number[] = []
  const { stellar } = ledgers
  const watched = {
    ...stellar,
    paymentsTo: (...asked: Parameters<typeof stellar.paymentsTo>) => {
      limits.push(asked[1].limit)
      return stellar.paymentsTo(...asked)
    },
  }
  expect(await ingestPayments({ ...world.deps, ledgers: { ...ledgers, stellar: watched } }, of)).toBe('read')
  expect(limits.slice(0, 2)).toEqual([200, PAYMENTS / 2])
  const stored = await db.ledgerPayment.findMany({ where: { memo: '7' }, orderBy: { closedAt: 'asc' } })
  expect(stored.map(({ amount }) => amount.toFixed())).toEqual(['1', '2', '3', '4'])
}, 600_000)
