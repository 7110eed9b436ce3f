/**
 * Limits how long a connection to the database waits (decision 103). PostgreSQL itself ends a statement that takes too
 * long or waits too long for a lock. When it does not answer at all, because it is frozen or packets get lost, the
 * connection is destroyed: its queries fail, and its place in the pool is free again.
 */
import type pg from 'pg'

type Limits = {
  /** To connect, or to get a connection of the pool. Milliseconds, like all of these. */
  connectMs: number
  /** PostgreSQL ends a statement, a statement that waits for a lock, and an idle transaction after these. */
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** A connection without an answer for this long is destroyed. Longer than a statement may take. */
  answerMs: number
}

/** Somebody waits for a page; work of a worker or a command may take longer than a Prisma transaction (20 s). */
export const CONNECTION_LIMITS = {
  page: { connectMs: 10_000, statementMs: 15_000, lockMs: 10_000, idleInTransactionMs: 30_000, answerMs: 18_000 },
  work: { connectMs: 30_000, statementMs: 60_000, lockMs: 20_000, idleInTransactionMs: 60_000, answerMs: 70_000 },
} as const satisfies Record<string, Limits>

/** For the first query of a connection. */
const FIRST_ANSWER_MS = 5_000

/** Sent as a statement and not as connection parameters: poolers refuse parameters that they do not know. */
export async function setLimits(client: pg.ClientBase, limits: Limits): Promise<void> {
  const { statementMs, lockMs, idleInTransactionMs } = limits
  const text =
    `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; ` +
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
  // pg's own limit, which is missing in its types.
  const question: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: FIRST_ANSWER_MS }
  await client.query(question)
}

/** Destroys the connection when a query is not answered in time, and then calls `onSilence`. */
export function limitAnswers(client: pg.ClientBase, { answerMs }: Limits, onSilence: () => void): void {
  const ask = (...question: unknown[]): unknown => Object.getPrototypeOf(client).query.apply(client, question)
  const askInTime = (...question: unknown[]): unknown => {
    const limit = setTimeout(() => {
      cutConnection(client, answerMs)
      onSilence()
    }, answerMs)
    const done = () => clearTimeout(limit)
    const callback = question.at(-1)
    if (typeof callback === 'function') {
      const answered = (...answer: unknown[]): unknown => {
        done()
        return callback(...answer)
      }
      return ask(...question.slice(0, -1), answered)
    }
    const answer = ask(...question)
    if (answer instanceof Promise) answer.then(done, done)
    else done()
    return answer
  }
  Object.assign(client, { query: askInTime })
}

/** Destroys the connection without a goodbye. All its queries fail as after a network timeout. */
export function cutConnection(client: pg.ClientBase, afterMs: number): void {
  const facts = { code: 'ETIMEDOUT', syscall: 'read', errno: -110 }
  const error = Object.assign(new Error(`the database gave no answer within ${afterMs / 1000} s`), facts)
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(error)
}
