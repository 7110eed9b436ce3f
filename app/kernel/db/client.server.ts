import pg from 'pg'
import { z } from 'zod'
import { Prisma, PrismaClient } from '#app/kernel/db/generated/client.ts'
import { CONNECTION_LIMITS, cutConnection, limitAnswers, setLimits } from './connection-limits.server.ts'
import { ExactPrismaPg } from './exact-relations.server.ts'
import { openStatementNames } from './statement-names.ts'

export type Database = PrismaClient
/** A transaction in progress; workflows pass it to the queries so that everything commits together. */
export type Transaction = Prisma.TransactionClient

/** Prisma waits only 2 s for a connection by default: on a busy day people waited longer and got an error page. */
const PATIENCE = { maxWait: 10_000, timeout: 20_000 }

/** Maximum age of a connection, in seconds: after a change of machines behind an address all move to the new one. */
const LIFETIME_S = 900
/** After this silence the kernel probes the other end every second; ten unanswered probes end the connection. */
const SILENT_MS = 5_000

type PoolSettings = { url: string; connections: number; limits?: keyof typeof CONNECTION_LIMITS }

export function openDatabase(settings: PoolSettings): Database {
  const options = { statementNameGenerator: openStatementNames(), disposeExternalPool: true }
  const adapter = new ExactPrismaPg(openPool(settings), options)
  return new PrismaClient({ adapter, log: [], transactionOptions: PATIENCE })
}

/**
 * Opens a pool of at most `connections`. The next query replaces a broken connection; a query that waits on it fails.
 * Each connection has its own error listener: pg's pool listens to idle ones only, and a caller that just got one does
 * not listen yet, so PostgreSQL ending it at that instant would end the process. `limits`: a page, or `work` by
 * default. When one connection is silent the idle ones may be, too: they are replaced with it.
 */
export function openPool({ url, connections, limits: kind = 'work' }: PoolSettings): pg.Pool {
  const limits = CONNECTION_LIMITS[kind]
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    connectionTimeoutMillis: limits.connectMs,
    maxLifetimeSeconds: LIFETIME_S,
    onConnect: (client) => setLimits(client, limits),
  })
  const idle = new Set<pg.PoolClient>()
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    limitAnswers(client, limits, () => {
      for (const other of idle) cutConnection(other, limits.answerMs)
    })
  })
  pool.on('release', (_error, client) => void idle.add(client))
  pool.on('acquire', (client) => void idle.delete(client))
  pool.on('remove', (client) => void idle.delete(client))
  return pool
}

const TRANSACTION_TRIES = 5

/** Reads several tables in one snapshot. `work` must not write. */
export async function readAtOnce<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.$transaction(work, { isolationLevel: 'RepeatableRead' })
}

/**
 * Runs `work` in one transaction and retries it when PostgreSQL asks for it (serialization failure, deadlock). `work`
 * must do nothing outside the database. Throws what `work` throws; the transaction is then rolled back. `timeout`: in
 * milliseconds, for work that nobody waits for and that touches no row that others write.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
  timeout: number = PATIENCE.timeout,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.$transaction(work, { timeout })
    } catch (error) {
      if (tried >= TRANSACTION_TRIES || !isWriteConflict(error)) throw error
    }
  }
}

/** Did the transaction exceed its time limit? Nothing of it is stored. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028'
}

function isWriteConflict(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return isConflictOfAdapter(error)
  // A raw statement of ours (the row locks are such) fails with P2010 and carries the adapter's error.
  return error.code === 'P2034' || isConflictOfAdapter(error.meta?.driverAdapterError)
}

/** Serialization failures and deadlocks carry no code of Prisma's, only a cause. */
function isConflictOfAdapter(error: unknown): boolean {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'kind' in cause && cause.kind === 'TransactionWriteConflict'
}

/** Did the insert or update violate this unique constraint? Then another was first. `index`: its name in PostgreSQL. */
export function isDuplicateOf(error: unknown, index: string): boolean {
  const isDuplicate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
  return isDuplicate && brokenConstraint.safeParse(error).data === index
}

/** Prisma passes on what PostgreSQL told the adapter. */
const brokenConstraint = z
  .object({
    meta: z.object({
      driverAdapterError: z.object({ cause: z.object({ constraint: z.object({ index: z.string() }) }) }),
    }),
  })
  .transform(({ meta }) => meta.driverAdapterError.cause.constraint.index)
