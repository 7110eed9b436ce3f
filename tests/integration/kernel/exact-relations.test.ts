/** Amounts of related rows, which come as JSON, equal what the database holds (decision 103). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { exactAnswer } from '#app/kernel/db/exact-relations.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'

let database: FreshDatabase
let db: ReturnType<typeof openDatabase>

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
})
afterAll(async () => {
  await db?.$disconnect()
  await database?.[Symbol.asyncDispose]()
})

const POSTINGS = { select: { entryId: true, units: true, account: true }, orderBy: { account: 'asc' } } as const

/** Stores an entry that the database would refuse: only reading it is tested. */
async function anEntry(postings: readonly { account: string; units: string }[]): Promise<string> {
  const fact = crypto.randomUUID()
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.$executeRaw`insert into "book_entry" ("kind", "fact", "at") values ('opening', ${fact}, now())`
    for (const [at, { account, units }] of postings.entries()) {
      await tx.$executeRaw`insert into "book_posting" ("entryId", "side", "account", "asset", "network", "heldAt", "units")
        select "id", ${at === 0 ? 'gets' : 'gives'}, ${account}, 'XLM', 'stellar', 'G', ${units}::numeric
          from "book_entry" where "fact" = ${fact}`
    }
  })
  return fact
}

const units = fc.bigInt({ min: 1n, max: 10n ** 38n - 1n }).map(String)
/** Like text of people: full of digits and quotes. */
const account = fc.stringMatching(/^escrow:[ -~]{1,30}$/).filter((text) => !text.endsWith(' '))

it('whole numbers of any length, beside words that look like numbers, in and outside of a transaction', async () => {
  const some = fc.tuple(account, account, units, units).map(([one, other, got, given]) => [
    { account: `${one}1`, units: got },
    { account: `${other}2`, units: `-${given}` },
  ])
  await fc.assert(
    fc.asyncProperty(some, async (postings) => {
      const fact = await anEntry(postings)
      const ask = { where: { fact }, select: { id: true, postings: POSTINGS } } as const
      const read = [
        await db.bookEntry.findFirstOrThrow(ask),
        await db.$transaction((tx) => tx.bookEntry.findFirstOrThrow(ask)),
      ]
      const wanted = postings.map((posting) => [posting.account, posting.units]).toSorted()
      for (const entry of read) {
        expect(entry.postings.map((posting) => [posting.account, posting.units.toFixed()]).toSorted()).toEqual(wanted)
        expect(entry.postings.map(({ entryId }) => entryId)).toEqual([entry.id, entry.id])
      }
    }),
    { numRuns: 60 },
  )
})

it('parts of a unit, to the last one, whatever the column is called', async () => {
  const text = '12345678901234567890123.4567891'
  const [row] = await db.$queryRaw<{ renamed: unknown; list: unknown; none: unknown }[]>`
    select jsonb_build_object('amount', ${text}::numeric, 'word', '7') as "renamed",
      array[jsonb_build_object('amount', ${text}::numeric)] as "list", null::jsonb as "none"`
  expect(row).toEqual({ renamed: { amount: text, word: '7' }, list: [{ amount: text }], none: null })
})

const ANSWER = {
  columnNames: ['id', 'payouts'],
  columnTypes: [15, 7] as [15, 7],
  rows: [['an id', '[{"amount": 0.1}]']],
}

it.each([
  'SELECT "t1"."id", "Escrow_payouts"."__prisma_data__" AS "payouts" FROM "escrow" AS "t1"',
  'SELECT "t1"."id", "renamed"."rows" AS "payouts" FROM (SELECT JSONB_AGG("x") AS "rows" FROM "y") AS "renamed"',
])('an answer without the related rows that were asked for is refused: %s', (sql) => {
  expect(() => exactAnswer(sql, ANSWER)).toThrow('could be inexact')
  expect(exactAnswer('select "id", "payouts" from "x"', ANSWER)).toEqual(ANSWER)
})

it('JSON that is read already is refused, for its numbers may be floats by then', () => {
  const read = { ...ANSWER, columnTypes: [15, 11] as [15, 11], rows: [['an id', [{ amount: 0.1 }]]] }
  expect(() => exactAnswer('select 1', read)).toThrow('could be inexact')
})
