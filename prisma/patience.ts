/**
 * How a change of the database takes its locks: while it waits for a table's lock, everybody after it waits, too,
 * readers included. So it waits briefly, lets the queue pass, and retries.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'

export type Patience = { lockMs: number; tries: number; restMs: number }
export const PATIENCE: Patience = { lockMs: 2_000, tries: 20, restMs: 1_500 }
/** Lock timeout, and deadlock. */
const NOT_LET_IN = ['55P03', '40P01']

/** A database that cannot be brought up to date; the message says which change and why. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed' as const
}

/** A change with its name in messages. `text`: the SQL in which a syntax error's line is counted. */
export type Change = { title: string; text: string; run: () => Promise<unknown> }

/** Makes a change in one transaction, with retries for its locks. Throws MigrationFailed: nothing is changed then. */
export async function changePatiently(client: Client, patience: Patience, change: Change): Promise<void> {
  await client.query(`set lock_timeout = ${patience.lockMs}`)
  const { error, tried } = await untilLetIn(patience, () => tryToChange(client, change))
  if (error === null) return
  const why = wasNotLetIn(error)
    ? `was rolled back: ${await whoHoldsIt(client, { tried, done: 'Nothing was changed' })}`
    : `failed and was rolled back: ${explain(error, change.text)}`
  throw new MigrationFailed(`${change.title} ${why}`, { cause: error })
}

async function tryToChange(client: Client, { run }: Change): Promise<unknown> {
  await client.query('begin')
  try {
    await run()
    await client.query('commit')
    return null
  } catch (error) {
    await client.query('rollback')
    return error
  }
}

/** Retries while locks are refused, up to `tries`; returns the last error. */
export async function untilLetIn(
  { tries, restMs }: Patience,
  attempt: () => Promise<unknown>,
): Promise<{ error: unknown; tried: number }> {
  for (let tried = 1; ; tried += 1) {
    const error = await attempt()
    if (!wasNotLetIn(error) || tried >= tries) return { error, tried }
    await delay(restMs)
  }
}

export function wasNotLetIn(error: unknown): boolean {
  return error instanceof DatabaseError && NOT_LET_IN.includes(error.code ?? '')
}

/** Explains how often a change waited in vain, and for whose transaction. `done`: what stands nevertheless. */
export async function whoHoldsIt(client: Client, { tried, done }: { tried: number; done: string }): Promise<string> {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
     order by xact_start limit 1`,
  )
  const oldest = rows[0] && ` The oldest open transaction is of process ${rows[0].pid}, since ${rows[0].seconds} s.`
  return (
    `others held what it has to lock, ${tried} times in a row. ${done}, and nobody was kept waiting: ` +
    `run it again when less goes on.${oldest ?? ''}`
  )
}

/** The error's message, with the line in the SQL if the server names it. */
export function explain(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error)
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN
  if (Number.isNaN(position)) return error.message
  return `${error.message} (line ${text.slice(0, position).split('\n').length})`
}
