/** Reseller codes, made and stopped by a command: wrong input changes nothing, and what is done is recorded. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { couponCommand } from '#scripts/coupon/coupon-command.ts'
import { runScript } from '#tests/support/operating/commands.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 3 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const coupon = (...words: string[]) => couponCommand(db, words)
const kinds = async () =>
  (await db.auditEvent.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] })).map(({ kind }) => kind)

test('a code is added, listed, stopped and started, and each is on record', async () => {
  const run = await runScript(
    'scripts/coupon/coupon.ts',
    [
      'add',
      'harbor7',
      '--reseller',
      'Harbor Freight',
      '--discount',
      '7.5',
      '--commission',
      '12',
      '--email',
      'Hanna@harbor.example',
    ],
    { DATABASE_URL: database.url },
  )
  expect(run).toEqual({
    code: 0,
    err: '',
    out: 'HARBOR7 counts from now on: 7.5 % off, 12 % of the net fee for Harbor Freight.\n',
  })
  const row = await db.resellerCode.findUniqueOrThrow({ where: { id: 'HARBOR7' } })
  expect(row).toMatchObject({
    code: 'HARBOR7',
    active: true,
    status: 'assigned',
    resellerEmail: 'hanna@harbor.example',
  })
  expect([row.discountRate.toString(), row.payoutRate.toString()]).toEqual(['0.075', '0.12'])
  expect(await coupon('list')).toBe(
    'HARBOR7  counts  7.5 % off, 12 % commission  0 fees, 0 USD earned  Harbor Freight <hanna@harbor.example>',
  )
  expect(await coupon('stop', 'Harbor7')).toMatch(/^Harbor7 is stopped/)
  expect(await coupon('list')).toMatch(/^HARBOR7 {2}stopped/)
  expect(await coupon('stop', 'HARBOR7')).toMatch(/^Nothing changed/)
  expect(await coupon('start', 'HARBOR7')).toMatch(/counts again/)
  expect(await kinds()).toEqual(['coupon_added', 'coupon_stopped', 'coupon_started'])
})

test('a code that buyers would reach by another spelling is taken', async () => {
  await db.resellerCode.create({
    data: { id: 'of-old', code: 'tide20', resellerId: 'r', resellerName: 'R', active: false },
  })
  await expect(coupon('add', 'TIDE20', '--reseller', 'R')).rejects.toThrow('There is such a code already')
  expect(await coupon('start', 'tide20')).toMatch(/counts again/)
  expect(await db.resellerCode.findUniqueOrThrow({ where: { id: 'of-old' } })).toMatchObject({ active: true })
})

test('of two people who add the same code one does', async () => {
  const tries = await Promise.allSettled([1, 2, 3].map((which) => coupon('add', 'TWICE', '--reseller', `R ${which}`)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries)
    if (one.status === 'rejected') expect(String(one.reason)).toMatch(/There is such a code already/)
})

test.each([
  [['add', 'NEW-ONE'], 'Say whose it is'],
  [['add', 'NEW-ONE', '--reseller', 'R', '--discount', '51'], '--discount is a percentage from 0 to 50'],
  [['add', 'NEW-ONE', '--reseller', 'R', '--commission', 'ten'], '--commission is a percentage'],
  [['add', 'NEW-ONE', '--reseller', 'R', '--wallet', 'G1'], '--wallet is no address'],
  [['add', 'N', '--reseller', 'R'], 'A code has 3 to 32 letters'],
  [['add', '--reseller', 'R'], 'npm run coupon -- add CODE'],
  [['add', 'NEW-ONE', '--resellr', 'R'], 'resellr'],
  [['stop', 'NEW-ONE'], 'There is no code NEW-ONE'],
  [['stop', 'TWICE', '--discount', '5'], 'discount'],
  [['list', 'all'], 'npm run coupon -- add CODE'],
  [['remove', 'TWICE'], 'npm run coupon -- add CODE'],
  [[], 'npm run coupon -- add CODE'],
])('%j is refused in a sentence, and changes nothing', async (words, said) => {
  const before = [await db.resellerCode.findMany(), await kinds()]
  await expect(coupon(...words)).rejects.toThrow(said)
  expect([await db.resellerCode.findMany(), await kinds()]).toEqual(before)
})
