/** The head of the audit log goes to a ledger once a day; nobody waits for it, and `audit:verify` compares them. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigInvalid } from '#app/config/values.ts'
import { parseConfig } from '#app/config.server.ts'
import { openStellarAnchor } from '#app/ledgers/stellar.server.ts'
import { anchorChain } from '#app/records/audit/workflows/anchor-chain.server.ts'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import { openTreasuries } from '#app/treasuries.server.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { verifyCommand } from '#scripts/audit/verify-command.ts'
import { pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
const account = stellarPlayKey('friend').publicKey()
const open = (seed?: string, horizonUrls?: string[]) => {
  const { HORIZON_URL = '', STELLAR_PASSPHRASE: passphrase = '' } = world.harbour.environment()
  return openStellarAnchor({ horizonUrls: horizonUrls ?? [HORIZON_URL], passphrase, account, seed })
}

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('is written once a day, and every head that the ledger has is a place of the log', async () => {
  await using closing = new AsyncDisposableStack()
  const anchor = closing.adopt(open(stellarPlayKey('friend').secret()), (each) => each.close())
  const { deps } = world
  await sealEvents(deps)
  expect(await anchor.newest()).toBeNull()
  // Payments by others to the account, or from it without 32 bytes, prove nothing.
  await pay(world, { from: 'buyer', asset: 'XLM', to: account, amount: '5', memo: null })
  expect(await verifyCommand(deps.db, [], await anchor.all())).toMatchObject({
    isWhole: true,
    said: expect.stringContaining('Nothing is anchored'),
  })
  await anchorChain({ ...deps, anchor })
  await expect.poll(() => anchor.newest()).not.toBeNull()
  const [first] = await anchor.all()
  const event = await deps.db.auditEvent.findFirstOrThrow({ where: { kind: 'audit_anchored' } })
  expect(event.detail).toMatchObject({ account, hash: first?.hash, head: first?.head, network: 'stellar' })

  await sealEvents(deps)
  await anchorChain({ ...deps, anchor })
  expect(await anchor.all()).toHaveLength(1)
  const tomorrow = { now: () => new Date(Date.now() + 24 * 3_600_000) }
  await anchorChain({ ...deps, anchor, clock: tomorrow })
  await expect.poll(async () => (await anchor.all()).length).toBe(2)

  const reader = closing.adopt(open(), (each) => each.close())
  const anchored = await reader.all()
  expect(await verifyCommand(deps.db, [], anchored)).toMatchObject({
    isWhole: true,
    said: expect.stringContaining('Anchored on the ledger: 2, each of them a place of it'),
  })
  // Another log than the anchored one.
  const other = { head: 'ab'.repeat(32), at: new Date(), hash: 'cd'.repeat(32) }
  expect(await verifyCommand(deps.db, [], [...anchored, other])).toMatchObject({
    isWhole: false,
    said: expect.stringMatching(
      /^NOT WHOLE: the transaction (cd)+ of .+ holds a head that is no place of it.+other_head/,
    ),
  })
  await expect(reader.sign('ab'.repeat(32))).rejects.toThrow('without its seed')
})

test('a ledger that does not answer stops nothing, and nothing is done where none is set', async () => {
  await using closing = new AsyncDisposableStack()
  const silent = closing.adopt(open(stellarPlayKey('friend').secret(), ['http://127.0.0.1:9']), (each) => each.close())
  const before = await world.deps.db.auditEvent.count()
  expect(await anchorChain({ ...world.deps, anchor: silent })).toBeNull()
  expect(await anchorChain({ ...world.deps, anchor: null })).toBeNull()
  expect(await world.deps.db.auditEvent.count()).toBe(before)
})

test('the account of the anchor holds no money of anybody', () => {
  const config = (seed: string) =>
    parseConfig({
      ...world.harbour.environment(),
      DATABASE_URL: world.databaseUrl,
      SESSION_SECRET: 'a secret of the tests, long enough to pass',
      STORAGE_FOLDER: '/nowhere',
      PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
      STELLAR_ANCHOR_SEED: seed,
    })
  for (const name of ['fee', 'escrow'] as const) {
    expect(() => openTreasuries(config(stellarPlayKey(name).secret()))).toThrow(ConfigInvalid)
  }
  const opened = openTreasuries(config(stellarPlayKey('friend').secret()))
  expect(opened.anchor?.account).toBe(account)
  for (const each of [...Object.values(opened.treasuries), ...Object.values(opened.feeTreasuries), opened.anchor])
    void each?.close()
})
