/**
 * Is a connection to this database a session of one backend? A pooler by transactions hands each transaction to another one:
 * locks, settings, LISTEN and named statements of a connection are then somebody else's (decision 103).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

/** As many poolers that share one address are found out: of one more connection than poolers, two meet in one of them. */
const CONNECTIONS = 5
const ROUNDS = 4
const ANSWER_LIMIT_MS = 5_000
/** The database stops, starts, or lets nobody more in. */
const NOT_NOW = /^5[37]/

const COMPLAINT =
  'DATABASE_URL leads through a pooler that hands the backends of PostgreSQL from one connection to the next (transaction or ' +
  'statement pooling), and Quayside needs sessions. Take the direct address of the database, or a pooler by sessions: often ' +
  'the same address with port 5432 in place of 6543.'

/** A backend: its process number alone may be another server's, too. */
const BACKEND = `select pid || ' ' || backend_start as "backend" from pg_stat_activity where pid = pg_backend_pid()`

/**
 * One sentence that says what to take instead; null where connections are sessions. Throws when the database does not answer, or lets
 * in no two connections. Several connections ask again and again which backend serves them, also while one of them has a transaction
 * open: with sessions each keeps its own, and no two have the same. `answerMs`: how long each answer may take.
 */
export async function sessionComplaint(databaseUrl: string, answerMs = ANSWER_LIMIT_MS): Promise<string | null> {
  const opened = await openAll(databaseUrl, answerMs)
  try {
    return (await areSessions(opened)) ? null : COMPLAINT
  } finally {
    await Promise.all(opened.map(close))
  }
}

/** Those that are let in: a database may have few places left, and two are enough for a direct connection. */
async function openAll(connectionString: string, answerMs: number): Promise<Client[]> {
  const clients = Array.from({ length: CONNECTIONS }, () => {
    const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
    const client = new Client({ connectionString, ...limits })
    client.on('error', () => undefined)
    return client
  })
  // A pooler by sessions that is full lets connections in and answers none of their questions.
  const tries = await Promise.allSettled(
    clients.map(async (client) => {
      await client.connect()
      await client.query('select 1')
      return client
    }),
  )
  const opened = tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []))
  if (opened.length > 1) {
    await Promise.all(clients.filter((client) => !opened.includes(client)).map(close))
    return opened
  }
  await Promise.all(clients.map(close))
  const failed = tries.find((tried) => tried.status === 'rejected')
  throw failed?.reason
}

async function areSessions(clients: readonly Client[]): Promise<boolean> {
  const seen = new Map<Client, string>()
  /** False when this connection has another backend than before, or that of another connection. */
  const isOwn = async (client: Client): Promise<boolean> => {
    const { rows } = await client.query<{ backend: string }>(BACKEND)
    const backend = rows[0]?.backend ?? ''
    const others = [...seen].filter(([other]) => other !== client).map(([, of]) => of)
    if (others.includes(backend) || (seen.get(client) ?? backend) !== backend) return false
    seen.set(client, backend)
    return true
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = [...clients.slice(round), ...clients.slice(0, round)]
    // Twice each: a pooler that deals its backends out in turn gives the second question to another one, and one that takes the backend
    // that was free last gives it to two connections.
    for (const client of order.flatMap((each) => [each, each])) if (!(await isOwn(client))) return false
    const [holder, ...others] = order
    if (!holder || !(await begins(holder)) || !(await isOwn(holder))) return false
    for (const client of others) if (!(await isOwn(client))) return false
    await holder.query('commit')
  }
  return true
}

/** A pooler by statements refuses transactions. */
async function begins(client: Client): Promise<boolean> {
  try {
    await client.query('begin')
    return true
  } catch (error) {
    if (error instanceof DatabaseError && !NOT_NOW.test(error.code ?? '')) return false
    throw error
  }
}

/** One that does not answer may not say goodbye either. */
async function close(client: Client): Promise<void> {
  const waiting = new AbortController()
  const limit = delay(ANSWER_LIMIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([client.end().catch(() => undefined), limit])
  waiting.abort()
}
