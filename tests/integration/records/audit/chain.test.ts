/** The audit log is sealed in a total order that nobody waits for, and any later change is found. */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { eventHash, follow, hex, NOTHING_BEFORE } from '#app/records/audit/workflows/hashes.server.ts'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import { type AuditLog, openAuditLog } from '#tests/support/audit/audit-log.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

const at = new Date('2026-11-20T12:00:00.000Z')
const write = (log: AuditLog, detail: object) =>
  log.db.$transaction((tx) => writeEvent(tx, { kind: 'fee_paid', at, detail: { ...detail } }))

describe('sealing', () => {
  let log: AuditLog
  beforeAll(async () => {
    log = await openAuditLog()
  })
  afterAll(async () => log[Symbol.asyncDispose]())

  test('begins with an event that says so, and follows what is written', async () => {
    await write(log, { n: 1 })
    await write(log, { n: 2 })
    await log.seal()
    const links = await log.db.auditLink.findMany({ orderBy: { seq: 'asc' } })
    const events = new Map((await log.db.auditEvent.findMany()).map((event) => [event.id, event]))
    expect(links.map(({ eventId }) => events.get(eventId)?.kind)).toEqual(['audit_begun', 'fee_paid', 'fee_paid'])
    expect(links.map(({ eventId }) => events.get(eventId)?.detail).slice(1)).toEqual([{ n: 1 }, { n: 2 }])
    let before = NOTHING_BEFORE
    for (const { eventId, salt, hash } of links) {
      const event = events.get(eventId)
      if (!event) throw new Error('gone')
      before = follow(before, eventHash({ ...event, detail: event.detail as object & null }, salt))
      expect(hex(hash)).toBe(hex(before))
    }
    expect(await log.check()).toBe('whole')
  })

  test('many writers, some of whom take back what they wrote, and several sealers at once: every event has one place', async () => {
    const before = await log.db.auditLink.count()
    const PATIENT = { maxWait: 60_000, timeout: PATIENCE_MS }
    const writers = Array.from({ length: 60 }, async (_, n) => {
      const isTakenBack = n % 4 === 0
      const done = log.db.$transaction(async (tx) => {
        await writeEvent(tx, { kind: 'fee_paid', at, detail: { writer: n, part: 1 } })
        await tx.$executeRaw`select pg_sleep(${(n % 7) / 200})`
        await writeEvent(tx, { kind: 'fee_paid', at, detail: { writer: n, part: 2 } })
        if (isTakenBack) throw new Error('taken back')
      }, PATIENT)
      await done.catch((error: Error) => expect(error.message).toBe('taken back'))
    })
    const sealers = Array.from({ length: 12 }, () => sealEvents(log.deps))
    await Promise.all([...writers, ...sealers])
    await log.seal()
    expect((await log.db.auditLink.count()) - before).toBeGreaterThanOrEqual(90)
    expect(await log.db.auditLink.count()).toBe(await log.db.auditEvent.count())
    // Within one transaction, in the order of writing.
    const rows = await log.db.$queryRaw<{ writer: number; parts: number[] }[]>`
      select (e."detail"->>'writer')::int as "writer", array_agg((e."detail"->>'part')::int order by l."seq") as "parts"
      from "audit_link" l join "audit_event" e on e."id" = l."eventId" where e."detail" ? 'writer' group by 1`
    expect(rows.length).toBe(45)
    expect(rows.every(({ parts }) => parts.join() === '1,2')).toBe(true)
    expect(await log.check()).toBe('whole')
  })

  test('a transaction that has written an event and goes on keeps no other, and is sealed when it ends', async () => {
    const slow = new Client({ connectionString: log.url })
    await slow.connect()
    try {
      await slow.query('begin')
      await slow.query(`insert into "audit_event" ("id", "kind") values ($1, 'fee_paid')`, [randomUUID()])
      await write(log, { after: 'the slow one began' })
      const before = await log.db.auditLink.count()
      await sealEvents(log.deps)
      expect(await log.db.auditLink.count()).toBeGreaterThan(before)
      await slow.query('commit')
    } finally {
      await slow.end()
    }
    await log.seal()
    expect(await log.db.auditLink.count()).toBe(await log.db.auditEvent.count())
    expect(await log.check()).toBe('whole')
  })

  test('a worker that dies in the middle of sealing leaves nothing half done, and the next one goes on', async () => {
    for (let n = 0; n < 5; n += 1) await write(log, { killed: n })
    const places = await log.db.auditLink.count()
    const watcher = new Client({ connectionString: log.url })
    const blocker = new Client({ connectionString: log.url })
    await Promise.all([watcher.connect(), blocker.connect()])
    try {
      // The sealer stops where it writes its seal, after it has assigned positions.
      await blocker.query('begin')
      await blocker.query('lock table "audit_seal" in exclusive mode')
      const dying = sealEvents(log.deps)
      const failed = expect(dying).rejects.toThrow()
      for (let killed = 0; killed === 0; ) {
        const { rows } = await watcher.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%audit_seal%'`,
        )
        killed = rows.length
      }
      await failed
      await blocker.query('rollback')
    } finally {
      await Promise.all([watcher.end(), blocker.end()])
    }
    expect(await log.db.auditLink.count()).toBe(places)
    await log.seal()
    expect(await log.db.auditLink.count()).toBe(await log.db.auditEvent.count())
    expect(await log.check()).toBe('whole')
  })
})

test('events from before the chain are sealed as they are found, and an event says how many', async () => {
  await using log = await openAuditLog()
  const rows = Array.from({ length: 1_201 }, () => `('${randomUUID()}', 'fee_paid')`)
  await log.tamper(`insert into "audit_event" ("id", "kind") values ${rows.join()}`)
  await write(log, { since: 'the chain' })
  await log.seal()
  await log.seal()
  const [event] = await log.db.auditEvent.findMany({ where: { kind: 'audit_found_sealed' } })
  expect(event?.detail).toEqual({ events: 1_201 })
  expect(await log.db.auditLink.count()).toBe(await log.db.auditEvent.count())
  expect(await log.check()).toBe('whole')
})

describe('an SQL client in the wrong hands', () => {
  let log: AuditLog
  beforeAll(async () => {
    log = await openAuditLog()
    await write(log, { n: 1 })
    await log.seal()
    expect(await log.check()).toBe('whole')
    await log.seal()
    await write(log, { waits: true })
  })
  afterAll(async () => log[Symbol.asyncDispose]())

  test.each([
    `update "audit_event" set "kind" = 'fee_paid'`,
    `update "audit_event" set "detail" = '{}' where "id" in (select "eventId" from "audit_unsealed")`,
    `delete from "audit_event"`,
    `truncate "audit_event"`,
    `truncate "audit_event", "audit_link", "audit_seal", "audit_node", "audit_unsealed" cascade`,
    `update "audit_link" set "salt" = "salt"`,
    `delete from "audit_link" where "seq" = (select max("seq") from "audit_link")`,
    `truncate "audit_link"`,
    `insert into "audit_link" select "seq" + 7, gen_random_uuid(), "salt", "hash" from "audit_link" limit 1`,
    `insert into "audit_link" select "seq", gen_random_uuid(), "salt", "hash" from "audit_link" limit 1`,
    `update "audit_seal" set "at" = now()`,
    `delete from "audit_seal"`,
    `truncate "audit_seal"`,
    `truncate "audit_node"`,
    `delete from "audit_unsealed"`,
    `update "audit_unsealed" set "eventId" = gen_random_uuid()`,
    `truncate "audit_unsealed"`,
    `update "audit_check" set "wrong" = null`,
    `delete from "audit_check"`,
    `truncate "audit_check"`,
  ])('%s: is refused', async (sql) => {
    await expect(log.db.$executeRawUnsafe(sql)).rejects.toThrow(/never changed or deleted|goes on at its end only/)
  })

  test('no rule is passed by a function of the same name that the session finds first', async () => {
    const shadowed = log.db.$transaction(async (tx) => {
      await tx.$executeRaw`create schema "shadow"`
      await tx.$executeRaw`
        create function "shadow"."refuse_if"("condition" boolean, "sentence" text, "code" text default '') returns void language sql as 'select null::void'`
      await tx.$executeRaw`set local search_path = "shadow", "public"`
      await tx.$executeRaw`insert into "audit_link" select "seq" + 7, gen_random_uuid(), "salt", "hash" from "audit_link" limit 1`
    })
    await expect(shadowed).rejects.toThrow(/goes on at its end only/)
  })
})

describe('whoever may switch the triggers off', () => {
  const EVENTS = 24
  let log: AuditLog
  let bringBack: () => Promise<void>
  let size: number
  beforeAll(async () => {
    log = await openAuditLog()
    for (let n = 0; n < EVENTS; n += 1) {
      await write(log, { n, reason: `The ${n}th.` })
      if (n % 5 === 0) await log.seal()
    }
    await log.seal()
    size = await log.db.auditLink.count()
    bringBack = await log.keep()
  })
  afterAll(async () => log[Symbol.asyncDispose]())

  const found = async (...sql: string[]) => {
    await log.tamper(...sql)
    try {
      return await log.check()
    } finally {
      await bringBack()
    }
  }
  const eventAt = (seq: number) => `(select "eventId" from "audit_link" where "seq" = ${seq})`
  const place = fc.integer({ min: 2, max: EVENTS })
  const runs = { numRuns: 25 }

  test('nothing is found where nothing was done', async () => {
    expect(await found()).toBe('whole')
  })

  test('any one change of an event is found where it was made', async () => {
    const change = fc.constantFrom(
      `"kind" = "kind" || '_'`,
      `"at" = "at" + interval '1 millisecond'`,
      `"detail" = "detail" || '{"more": 1}'`,
      `"detail" = jsonb_set("detail", '{n}', '4711')`,
      `"detail" = '{}'`,
      `"userId" = gen_random_uuid()`,
      `"escrowId" = gen_random_uuid()`,
    )
    await fc.assert(
      fc.asyncProperty(place, change, async (seq, what) => {
        expect(await found(`update "audit_event" set ${what} where "id" = ${eventAt(seq)}`)).toBe(`changed ${seq}`)
      }),
      runs,
    )
  })

  test('any changed salt or hash is found', async () => {
    const column = fc.constantFrom('salt', 'hash')
    await fc.assert(
      fc.asyncProperty(place, column, async (seq, what) => {
        const other = `set_byte("${what}", 3, (get_byte("${what}", 3) + 1) % 256)`
        expect(await found(`update "audit_link" set "${what}" = ${other} where "seq" = ${seq}`)).toBe(`changed ${seq}`)
      }),
      runs,
    )
  })

  test('any removal is found: of the event, of its place, of both with what follows moved up', async () => {
    await fc.assert(
      fc.asyncProperty(place, async (seq) => {
        expect(await found(`delete from "audit_event" where "id" = ${eventAt(seq)}`)).toBe(`removed ${seq}`)
        expect(await found(`delete from "audit_link" where "seq" = ${seq}`)).toBe(`removed ${seq}`)
        const moved = await found(
          `delete from "audit_event" where "id" = ${eventAt(seq)}`,
          `delete from "audit_link" where "seq" = ${seq}`,
          `update "audit_link" set "seq" = "seq" + 1000 where "seq" > ${seq}`,
          `update "audit_link" set "seq" = "seq" - 1001 where "seq" > 1000`,
        )
        expect(moved).toMatch(new RegExp(`^(removed|changed|other_seal) ${seq}$`))
      }),
      { numRuns: 8 },
    )
  })

  test('any insertion is found: without a place, and with one', async () => {
    const id = randomUUID()
    const insert = `insert into "audit_event" ("id", "kind") values ('${id}', 'fee_paid')`
    expect(await found(insert)).toBe('inserted -')
    await fc.assert(
      fc.asyncProperty(place, async (seq) => {
        const moved = [
          insert,
          `update "audit_link" set "seq" = "seq" + 1000 where "seq" >= ${seq}`,
          `update "audit_link" set "seq" = "seq" - 999 where "seq" > 1000`,
        ]
        const salt = Buffer.alloc(16)
        const before = await log.db.auditLink.findUniqueOrThrow({ where: { seq: seq - 1 } })
        const event = { id, kind: 'fee_paid', at, escrowId: null, userId: null, detail: {} }
        const fitting = hex(follow(before.hash, eventHash(event, salt)))
        const withPlace = (hash: string) =>
          `insert into "audit_link" values (${seq}, '${id}', decode('${hex(salt)}', 'hex'), decode('${hash}', 'hex'))`
        const when = `update "audit_event" set "at" = '${at.toISOString()}' where "id" = '${id}'`
        // Its hash fits, so the next entry's does not; or the seal there does not.
        expect(await found(...moved, when, withPlace(fitting))).toMatch(new RegExp(`^(inserted|other_seal) ${seq}$`))
        expect(await found(...moved, when, withPlace('ab'.repeat(32)))).toBe(`inserted ${seq}`)
      }),
      { numRuns: 8 },
    )
  })

  test('any two that change places are found at the first of them', async () => {
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        fc.pre(one !== other)
        const first = Math.min(one, other)
        const events = await found(
          `create temp table swapped on commit drop as select "seq", "eventId" from "audit_link" where "seq" in (${one}, ${other})`,
          `update "audit_link" set "eventId" = gen_random_uuid() where "seq" in (${one}, ${other})`,
          `update "audit_link" l set "eventId" = s."eventId" from swapped s where l."seq" = ${one + other} - s."seq"`,
        )
        // The event alone, under the other's salt: its content does not fit the position.
        expect(events).toMatch(new RegExp(`^(changed|removed) ${first}$`))
        const rows = await found(
          `update "audit_link" set "seq" = "seq" + 1000 where "seq" in (${one}, ${other})`,
          `update "audit_link" set "seq" = ${1000 + one + other} - "seq" where "seq" > 1000`,
        )
        expect(rows).toBe(`reordered ${first}`)
      }),
      { numRuns: 15 },
    )
  })

  test('a chain that was cut off at its end, seals and all, is known by a check from before', async () => {
    expect(await log.check()).toBe('whole')
    const cut = size - 3
    const sealed = await log.db.auditSeal.findFirstOrThrow({ where: { size: { lte: cut } }, orderBy: { size: 'desc' } })
    const to = Number(sealed.size)
    const sql = [
      `delete from "audit_event" where "id" in (select "eventId" from "audit_link" where "seq" > ${to})`,
      `delete from "audit_link" where "seq" > ${to}`,
      `delete from "audit_seal" where "size" > ${to}`,
    ]
    expect(await found(...sql)).toBe(`removed ${to + 1}`)
  })

  test('a seal that was rewritten, or is gone, is found', async () => {
    const newest = `(select max("size") from "audit_seal")`
    expect(await found(`update "audit_seal" set "root" = "head" where "size" = ${newest}`)).toBe(`other_seal ${size}`)
    const { size: first } = await log.db.auditSeal.findFirstOrThrow({ orderBy: { size: 'asc' } })
    expect(await found(`update "audit_seal" set "head" = "root" || '' where "size" = ${first}`)).toMatch(
      /other_seal|whole/,
    )
  })

  test('an event that was deleted before it was sealed is missed', async () => {
    await write(log, { goes: true })
    const sql = `delete from "audit_event" where "id" in (select "eventId" from "audit_unsealed")`
    expect(await found(sql)).toBe('removed -')
  })

  test('a chain that was written anew from one place on fits together, and is not the one that was known outside', async () => {
    const places = await log.db.auditLink.findMany({ orderBy: { seq: 'asc' } })
    const head = places.find(({ seq }) => seq === 20n)?.hash ?? NOTHING_BEFORE
    expect(await log.check([{ size: 20, head }])).toBe('whole')
    const other = Buffer.from(head)
    other[0] = (other[0] ?? 0) ^ 1
    expect(await log.check([{ size: 20, head: other }])).toBe('other_head 20')
  })
})
