/** The database: does it answer, is it ours, does its clock agree, does a worker run, and is there an operator? */
import { Client } from 'pg'
import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { SILENT_MS } from '#app/ops/domain/judge-machine.ts'
import { schemaComplaint } from '#prisma/schema-complaint.ts'
import { sessionComplaint } from '#prisma/session-complaint.ts'
import type { Check } from './look.ts'

const PATIENCE_MS = 20_000
const CLOCK_LIMIT_MS = 5_000
/** The oldest version that the tests have run on. */
const OLDEST_VERSION = 150_000

/** Checks of a database that work before it has our tables. */
export function checksOfDatabase(url: string): Check[] {
  return [
    { about: 'database', find: () => asking(url, findInServer) },
    { about: 'pooling', find: () => findInSessions(url) },
    { about: 'schema', find: () => findInSchema(url) },
  ]
}

export function checksOfRows(url: string, wants: { secondOperator: boolean }): Check[] {
  return [
    { about: 'worker', find: () => asking(url, findWorker) },
    { about: 'payouts', find: () => asking(url, findStops) },
    { about: 'deposits', find: () => asking(url, findReadings) },
    { about: 'books', find: () => asking(url, findOpening) },
    { about: 'operators', find: () => asking(url, (client) => findOperators(client, wants)) },
  ]
}

/** Queries on a connection of its own, with a time limit. Throws when the database does not answer. */
export async function asking<Result>(url: string, find: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await find(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function findInServer(client: Client): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('database')
  const before = Date.now()
  const { rows } = await client.query<{ number: number; version: string; encoding: string; now: Date }>(
    `select current_setting('server_version_num')::int as "number", current_setting('server_version') as "version",
      current_setting('server_encoding') as "encoding", clock_timestamp() as "now"`,
  )
  const [row] = rows
  if (!row) return [mend('It answers with nothing.')]
  // The server read its clock at some moment between the question and the answer.
  const ahead = Math.max(before - row.now.getTime(), row.now.getTime() - Date.now(), 0)
  return [
    row.number >= OLDEST_VERSION
      ? ok(`PostgreSQL ${row.version} answers.`)
      : mend(`PostgreSQL ${row.version} is older than any that Quayside was tried on: take 15 or newer.`),
    row.encoding === 'UTF8'
      ? ok('It keeps text as UTF8.')
      : mend(`It keeps text as ${row.encoding}: make the database anew with encoding UTF8.`),
    ahead <= CLOCK_LIMIT_MS
      ? ok('Its clock and this machine’s agree.')
      : mend(`Its clock and this machine’s differ by ${Math.round(ahead / 1000)} s: set both by NTP.`),
  ]
}

async function findInSessions(url: string): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('pooling')
  const complaint = await sessionComplaint(url, PATIENCE_MS)
  return [complaint === null ? ok('Each connection is a session of its own.') : mend(complaint)]
}

async function findInSchema(url: string): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('schema')
  const complaint = await schemaComplaint(url, { answerMs: PATIENCE_MS })
  return [complaint === null ? ok('Every migration of this version is applied, and no other.') : mend(complaint)]
}

async function findWorker(client: Client): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('worker')
  const { rows } = await client.query<{ at: Date | null; age: number | null }>(
    `select max("jobRanAt") as "at", (extract(epoch from now() - max("jobRanAt")) * 1000)::float8 as "age" from worker_heartbeat`,
  )
  const age = rows[0]?.age ?? null
  if (age === null) return [mend('None has run a job yet: start it, npm run start:worker.')]
  return [
    age <= SILENT_MS
      ? ok(`It ran a job ${Math.max(Math.round(age / 1000), 0)} s ago.`)
      : mend(`None has run a job since ${rows[0]?.at?.toISOString()}: start it, and read its log.`),
  ]
}

async function findStops(client: Client): Promise<Finding[]> {
  const { ok, mend, note } = findingsAbout('payouts')
  const { rows } = await client.query<{ network: Network; cause: string; beganAt: Date }>(
    `select "network"::text, "cause", "beganAt" from payout_stop where "endedAt" is null order by "beganAt"`,
  )
  if (rows.length === 0) return [ok('None are stopped.')]
  return rows.map(({ network, cause, beganAt }) => {
    const since = `on ${NETWORK_FACTS[network].name} are stopped since ${beganAt.toISOString()}`
    return cause === 'switch'
      ? note(`Those ${since}, by an operator.`)
      : mend(`Those ${since} (${cause}): the desk says why, and so does npm run payouts -- status.`)
  })
}

async function findReadings(client: Client): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('deposits')
  const { rows } = await client.query<{ account: string; cause: string; since: Date }>(
    `select "account", "cause", "since" from cursor_stop order by "since"`,
  )
  if (rows.length === 0) return [ok('No reading of them is stopped.')]
  return rows.map(({ account, cause, since }) =>
    mend(
      `Those of ${account} are not read since ${since.toISOString()} (${cause}): docs/operating.md, When payments are not read.`,
    ),
  )
}

/** Payments that created our accounts but count as owed (decision 094): no own money covers network fees yet. */
async function findOpening(client: Client): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('books')
  const { rows } = await client.query<{ account: string; asset: string; count: number; amount: string }>(
    `select "toAddress" as "account", "asset"::text, count(*)::int as "count", trim_scale(sum("amount"))::text as "amount"
     from "payments_before_references"() group by 1, 2 order by 1, 2`,
  )
  if (rows.length === 0) return [ok('Nothing from before the first reference counts as owed.')]
  return rows.map(({ account, asset, count, amount }) =>
    mend(
      `${amount} ${asset} reached ${account} before anybody was told a reference (${count === 1 ? 'one payment' : `${count} payments`}), and counts as owed to whoever sent it: if it is your own, npm run accounts:opening`,
    ),
  )
}

async function findOperators(client: Client, { secondOperator }: { secondOperator: boolean }): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('operators')
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as "count" from "user" where "role" = 'admin'`,
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return [mend('There is none: npm run admin:create -- EMAIL')]
  if (count === 1 && secondOperator) {
    return [
      mend(
        'There is one. Payouts above the limits wait until there is a second, and so do accounts that the one has changed, for seven days: npm run admin:create -- EMAIL',
      ),
    ]
  }
  return [ok(count === 1 ? 'There is one.' : `There are ${count}.`)]
}
