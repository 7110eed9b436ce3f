/**
 * Whether a connection to this database is a session of one backend. A transaction pooler gives each transaction
 * another backend: locks, settings, LISTEN and named statements then belong to somebody else (decision 103).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

/** Detects up to four poolers behind one address: of five connections two meet in one pooler. */
const CONNECTIONS = 5
const ROUNDS = 4
const ANSWER_LIMIT_MS = 5_000
/** The database stops, starts, or accepts no more connections. */
const NOT_NOW = /^5[37]/

const COMPLAINT =
  'DATABASE_URL leads through a pooler that hands the backends of PostgreSQL from one connection to the next (transaction or ' +
  'statement pooling), and Quayside needs sessions. Take the direct address of the database, or a pooler by sessions: often ' +
  'the same address with port 5432 in place of 6543.'

/** A backend: its process number alone may exist on another server, too. */
const BACKEND = `select pid || ' ' || backend_start as "backend" from pg_stat_activity where pid = pg_backend_pid()`

/**
 * Returns one sentence that says what to use instead; null: connections are sessions. Throws when the database does not
 * answer, or accepts fewer than two connections. Several connections ask repeatedly which backend serves them, also
 * while one has an open transaction: in sessions each keeps its own backend. `answerMs`: the limit for each answer.
 */
export async function sessionComplaint(databaseUrl: string, answerMs = ANSWER_LIMIT_MS): Promise<string | null> {
  const opened = await openAll(databaseUrl, answerMs)
  try {
    return (await areSessions(opened)) ? null : COMPLAINT
  } finally {
    await Promise.all(opened.map(close))
  }
}

/** Returns the connections that are accepted: few may be free, and two are enough for a direct connection. */
async function openAll(connectionString: string, answerMs: number): Promise<Client[]> {
  const clients = Array.from({ length: CONNECTIONS }, () => {
    const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
    const client = new Client({ connectionString, ...limits })
    client.on('error', () => undefined)
    return client
  })
  // A full session pooler accepts connections and answers no query.
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
  /** False: this connection has another backend than before, or that of another connection. */
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
    // Twice each: a round-robin pooler gives the second query another backend, and a pooler that reuses the last free
    // backend gives it to two connections.
    for (const client of order.flatMap((each) => [each, each])) if (!(await isOwn(client))) return false
    const [holder, ...others] = order
    if (!holder || !(await begins(holder)) || !(await isOwn(holder))) return false
    for (const client of others) if (!(await isOwn(client))) return false
    await holder.query('commit')
  }
  return true
}

/** A statement pooler refuses transactions. */
async function begins(client: Client): Promise<boolean> {
  try {
    await client.query('begin')
    return true
  } catch (error) {
    if (error instanceof DatabaseError && !NOT_NOW.test(error.code ?? '')) return false
    throw error
  }
}

/** A server that does not answer may not close the connection either. */
async function close(client: Client): Promise<void> {
  const waiting = new AbortController()
  const limit = delay(ANSWER_LIMIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([client.end().catch(() => undefined), limit])
  waiting.abort()
}
