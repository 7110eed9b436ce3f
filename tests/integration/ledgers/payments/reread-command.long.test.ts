/** The operator's command that reads payments again, as it is typed. */

import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
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

type Run = { code: number | null; out: string; err: string }

function reread(...words: string[]): Promise<Run> {
  const env = {
    ...process.env,
    ...world.harbour.environment(),
    NODE_ENV: 'test' as const,
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: tmpdir(),
    LOG_LEVEL: 'silent',
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/reread.ts', ...words], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

test('shows what differs, reads again from the ledger that was asked for, and leaves nothing out unasked', async () => {
  const { deps } = world
  const account = deps.accounts.xrpl.escrow
  await pay(world, { asset: 'XRP', to: account, amount: '1', memo: '7' })
  await ingestPayments(deps, { network: 'xrpl', account })
  world.harbour.rippled.reset()
  const [hash = ''] = await pay(world, { asset: 'XRP', to: account, amount: '2', memo: '7' })
  const of = { network: 'xrpl', account } as const
  await expect.poll(() => ingestPayments(deps, of).catch((error: unknown) => String(error))).toBe('stopped')

  const asked = ['--network', 'xrpl', '--account', account]
  const shown = await reread(...asked)
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out).toMatch(/read up to +ledger \d+ [0-9A-F]{64}/)
  expect(shown.out).toMatch(/stopped +since .*, (shorter_chain|other_history)/)
  expect(await deps.db.cursorStop.count()).toBe(1)

  const { oldest, newest } = await deps.ledgers.xrpl.historyAt(1)
  const far = await reread(...asked, '--from', String(newest.sequence + 100_000), '--reason', 'a slip of the finger')
  expect(far).toMatchObject({ code: 1, err: expect.stringContaining('nothing was changed') })
  expect(await deps.db.cursorStop.count()).toBe(1)

  const done = await reread(...asked, '--from', String(oldest), '--reason', 'the network began anew')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(/read to the end, 1 payments that were not known/)
  expect(await deps.db.cursorStop.count()).toBe(0)
  expect(await deps.db.ledgerPayment.count({ where: { hash } })).toBe(1)
})

test.each([
  { words: ['--network', 'xrpl', '--from', '5'], says: /--reason/ },
  { words: ['--network', 'xrpl', '--from', 'monday', '--reason', 'x'], says: /number of a ledger/ },
  { words: ['--network', 'xrpl', '--account', 'rNobody'], says: /none of the accounts/ },
])('is told off for $words', async ({ words, says }) => {
  const { code, err, out } = await reread(...words)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(says)
  expect(err).not.toMatch(/\n {4}at /)
})
