/** The audit log, for somebody who can do anything in the database. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { checkSlice, type KnownHead } from '#app/records/audit/workflows/check-chain.server.ts'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import { freshDatabase } from '#tests/support/runner/database.ts'

const TABLES = ['audit_event', 'audit_unsealed', 'audit_link', 'audit_node', 'audit_seal', 'audit_found'] as const

export type AuditLog = AsyncDisposable & {
  db: Database
  url: string
  deps: { db: Database; clock: { now(): Date }; newId: () => string; log: typeof SILENT }
  seal(): Promise<void>
  /** The finding of a check and its place: `changed 7`, or `whole`. */
  check(outside?: readonly KnownHead[]): Promise<string>
  /** Runs as the database's owner, with triggers and keys off. */
  tamper(...sql: string[]): Promise<void>
  /** Saves everything; the result restores it. */
  keep(): Promise<() => Promise<void>>
}

const nothing = () => undefined
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing }

export async function openAuditLog(): Promise<AuditLog> {
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, connections: 12 })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const deps = { db, clock: { now: () => new Date() }, newId: randomUUID as () => string, log: SILENT }
  const tamper = async (...sql: string[]) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    try {
      for (const statement of sql) await client.query(statement)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  return {
    db,
    url: database.url,
    deps,
    async seal() {
      for (;;) {
        await sealEvents(deps)
        if ((await db.auditUnsealed.count()) === 0) return
      }
    },
    async check(outside = []) {
      await db.$executeRaw`
        insert into "audit_check" ("id", "askedAt", "size", "head")
        select ${randomUUID()}::uuid, clock_timestamp(), coalesce(max("size"), 0), decode(repeat('00', 32), 'hex') from "audit_seal"`
      while ((await checkSlice(deps, outside)) === 'more');
      const { wrong, wrongSeq } = await db.auditCheck.findFirstOrThrow({
        orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
      })
      return wrong === null ? 'whole' : `${wrong} ${wrongSeq ?? '-'}`
    },
    tamper,
    async keep() {
      for (const table of TABLES) {
        await client.query(`drop table if exists pg_temp."kept_${table}"`)
        await client.query(`create temp table "kept_${table}" as table public."${table}"`)
      }
      return () =>
        tamper(
          ...TABLES.flatMap((table) => [
            `delete from "${table}"`,
            `insert into "${table}" overriding system value select * from pg_temp."kept_${table}"`,
          ]),
        )
    },
    async [Symbol.asyncDispose]() {
      await client.end()
      await db.$disconnect()
      await database[Symbol.asyncDispose]()
    },
  }
}
