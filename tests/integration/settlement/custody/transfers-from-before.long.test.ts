/** Open business in the two tables of before is migrated unchanged, and ends exactly once (docs/decisions/142). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import { findSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import { markSettlementFailed } from '#app/trade/onchain/workflows/mark-settlement-failed.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { readFunctions } from '#prisma/functions.ts'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { approveTrade, decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, type OnchainTrade } from '#tests/support/onchain/onchain-trades.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { castOf, deskOf } from '#tests/support/settlement/settlement.ts'
import { granted } from '#tests/support/world/people.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

/** The migrations of decision 142, and those from NAMES_GO on, which remove its old names; those between stay. */
const [FIRST, NEXT, NAMES_GO] = ['20261204000700_transfers', '20261204000750_', '20261204000900_']

let world: World
let client: Client
beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  client = new Client({ connectionString: world.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world[Symbol.asyncDispose]()
})

const { follow, sign, exitsOf, lockOf, followUntilOver } = watchSettlements(() => world)

const killed = () => Promise.reject(new Error('killed'))
/** Dies after storing what it signed, and before sending it. */
function dying(): WorkerDeps {
  const { stellar } = world.deps.keepers
  if (!stellar) throw new Error('no keeper')
  return {
    ...world.deps,
    treasuries: { ...world.deps.treasuries, stellar: { ...world.deps.treasuries.stellar, submit: killed } },
    keepers: { ...world.deps.keepers, stellar: { ...stellar, submit: killed } },
  }
}

/** Undoes the migrations: restores the two old tables with their content. */
const UNDO = `
  alter table "transfer" disable trigger user;
  create type "HoldExitKind" as enum ('release', 'refund', 'division', 'expiry');
  create type "HoldExitState" as enum ('collecting', 'ready', 'sent', 'confirmed', 'dead');
  create table "hold_exit" as
    select t."id", t."escrowId", t."lockId", t."purpose"::text::"HoldExitKind" as "kind",
      (case t."state" when 'submitted' then 'sent' else t."state"::text end)::"HoldExitState" as "state", t."description", t."hash", t."xdr",
      s."toSeller", s."toBuyer", s."divisionId", s."disputeId", t."deadReason", t."settledHash", t."settledAt", t."createdAt", t."updatedAt",
      t."waitsFor", t."feeAsked", t."settlementId"
    from "transfer" t join "settlement" s on s."id" = t."settlementId" where t."lockId" is not null;
  alter table "hold_exit" add primary key ("id");
  ${['hold_signature', 'hold_closing', 'hold_share', 'transfer_attempt']
    .map((table) => `alter table "${table}" drop constraint "${table}_exitId_fkey";`)
    .join('\n')}
  delete from "transfer" where "lockId" is not null;
  ${['hold_signature', 'hold_closing', 'hold_share', 'transfer_attempt']
    .map(
      (table) =>
        `alter table "${table}" add constraint "${table}_exitId_fkey" foreign key ("exitId") references "hold_exit" ("id");`,
    )
    .join('\n')}
  alter table "transfer" drop column "lockId" cascade, drop column "description" cascade, drop column "hash" cascade, drop column "xdr" cascade,
    drop column "deadReason" cascade, alter column "address" set not null, alter column "paidFrom" set not null,
    add constraint "payout_waits_for_something" check (true), add constraint "payout_waits_in_queue" check (true);
  alter table "transfer" enable trigger user;
  alter table "transfer" drop constraint "transfer_carries_settlement";
  alter table "settlement" drop constraint "settlement_of_milestone";
  alter table "presentation" drop constraint "presentation_of_milestone";
  alter table "escrow_clock" drop constraint "escrow_clock_of_milestone";
  alter table "transfer" rename to "payout";
  delete from "_prisma_migrations" where "migration_name" >= '${FIRST}' and "migration_name" < '${NEXT}' or "migration_name" >= '${NAMES_GO}';
  do $$ declare f regprocedure; begin
    for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') like 'quayside %' loop
      execute format('comment on function %s is ''quayside a b''', f);
    end loop; end $$`

const rowsOf = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows

test('every row is kept, and each ends once', async () => {
  const { db } = world.deps
  const cast = await castOf(world)
  const desk = deskOf(world, cast)
  const before = { XLM: await holds(world, { asset: 'XLM', name: 'seller' }) }
  type Funded = Awaited<ReturnType<typeof desk.openFunded>>
  const queue = async (trade: Funded): Promise<string> => {
    granted(await desk.confirm(trade))
    granted(await desk.review(trade))
    return (await desk.payouts(trade))[0]?.id ?? ''
  }
  const funded: Funded[] = []
  for (const amount of ['11', '12', '13', '14']) funded.push(await desk.openFunded('XLM', amount))
  const [first, second, third, fourth] = funded as [Funded, Funded, Funded, Funded]
  const confirmed = await queue(first)
  const isPaid = async (id: string) => (await db.transfer.findUniqueOrThrow({ where: { id } })).state === 'confirmed'
  await world.workUntil(() => isPaid(confirmed), 'the first is paid')

  const aRelease = async (): Promise<OnchainTrade> => {
    const trade = await aDepositedTrade(world, { asset: 'XLM' })
    await decideTrade(world, trade, 'release')
    return trade
  }
  const [collecting, sent, dead] = [await aRelease(), await aRelease(), await aRelease()]
  await follow(collecting)
  await sign(sent)
  await expect(follow(sent, dying())).rejects.toThrow('killed')
  await runOutLeases(db)
  const exit = await findSettlement(db, dead.id)
  if (!exit) throw new Error('no way out was begun')
  await markSettlementFailed(world.deps, { exit, why: 'sequence_used' })
  const [ready, taken] = [
    await aDepositedTrade(world, { asset: 'XRP' }),
    await aDepositedTrade(world, { asset: 'XRP' }),
  ]
  for (const trade of [ready, taken]) await approveTrade(world, trade)
  await followUntilOver(taken)

  const blocked = await queue(second)
  await db.transfer.update({ where: { id: blocked }, data: { state: 'blocked', blockedReason: 'wallet_not_found' } })
  const signed = await queue(third)
  await slotOf(world, 'stellar')
  await runRound(dying(), { payoutId: signed }).catch(() => undefined)
  await runOutLeases(db)
  const queued = await queue(fourth)

  const all = 'select * from "transfer" order by "id"'
  const stood = await rowsOf(all)
  const states = stood.map((row) => `${row.lockId ? 'off a ledger' : 'from an account'}: ${row.state}`)
  expect(new Set(states)).toEqual(
    new Set([
      ...['confirmed', 'signed', 'queued', 'blocked'].map((state) => `from an account: ${state}`),
      ...['collecting', 'submitted', 'dead', 'ready', 'confirmed'].map((state) => `off a ledger: ${state}`),
    ]),
  )
  await client.query(UNDO)
  // One from before settlements, which failed.
  await client.query(`update "hold_exit" set "settlementId" = null where "state" = 'dead'`)

  await migrate(world.databaseUrl, await readMigrations(MIGRATIONS), { functions: await readFunctions() })
  expect(await rowsOf(all)).toEqual(stood)

  for (const trade of [sent, collecting, dead]) {
    if (trade !== sent) {
      await follow(trade)
      await sign(trade)
    }
    await followUntilOver(trade)
  }
  await followUntilOver(ready)
  await db.transfer.update({ where: { id: blocked }, data: { updatedAt: new Date(0) } })
  await world.workUntil(async () => {
    for (const id of [signed, queued, blocked]) if (!(await isPaid(id))) return false
    return true
  }, 'all payouts are paid')
  await dispatchPayouts(world.deps, { network: 'stellar' })

  const gained = (await holds(world, { asset: 'XLM', name: 'seller' })).minus(before.XLM)
  expect(gained.toFixed()).toBe('200')
  for (const trade of [sent, collecting, dead, ready, taken]) {
    const exits = (await exitsOf(trade)).filter(({ state }) => state !== 'dead')
    const { end, endHash } = await lockOf(trade)
    expect(end).toBe('released')
    expect(exits).toMatchObject([{ state: 'confirmed', settledHash: endHash }])
  }
  const paid = await db.transferAttempt.groupBy({
    by: ['payoutId', 'exitId'],
    where: { state: 'settled', purpose: { in: ['payout', 'wrap', 'finish'] } },
    _count: true,
  })
  expect(paid.map(({ _count }) => _count)).toEqual(Array.from({ length: 9 }, () => 1))
}, 600_000)
