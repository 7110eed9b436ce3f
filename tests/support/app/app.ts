/** A running Quayside as tests see it: its pages, its database, its harbour. */

import type { QueryResultRow } from 'pg'
import { openPool } from '#app/kernel/db/client.server.ts'
import type { Fault, FaultAtWork } from '#harbour/faults.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { type HarbourClient, openHarbour } from '#scripts/trade/harbour.ts'
import { formWith, openVisitor, type Visitor } from '#scripts/trade/http-client.ts'
import { type Person, register } from '#scripts/trade/steps.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import type { StackAddress } from './stack-of-tests.ts'

/** A fault of the harbour (harbour/faults.ts); omitted fields keep their defaults. */
export type Switch = Pick<Fault, 'target' | 'kind'> & Partial<Fault>

export type App = {
  origin: string
  harbourOrigin: string
  harbour: HarbourClient
  visitor(): Visitor
  register(role: 'buyer' | 'seller'): Promise<Person>
  /** Signs in a demo account, given by the beginning of its email address. */
  signIn(who: DemoName): Promise<Person>
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Polls until the query has a row. */
  untilRow<Row extends QueryResultRow>(what: string, sql: string, values?: unknown[]): Promise<Row>
  fault(...faults: Switch[]): Promise<void>
  /** The active faults, with how often each still hits and how many requests it delays. */
  faults(): Promise<FaultAtWork[]>
  clearFaults(): Promise<void>
  close(): Promise<void>
}

export const DEMO_NAMES = ['paid.buyer', 'unpaid.buyer', 'pilot.buyer', 'seller', 'operator'] as const
export type DemoName = (typeof DEMO_NAMES)[number]

/** With CAPTCHA_FASTEST_MS the captcha requires no reading time. */
const AT_ONCE = { readingMs: 0 }

/** The app at this address. Closing it ends its connections and calls `stop`. */
export function appAt({ origin, harbourOrigin, databaseUrl }: StackAddress, stop: () => Promise<void>): App {
  const pool = openPool({ url: databaseUrl, connections: 3 })
  const query: App['query'] = async (sql, values) => (await pool.query(sql, values)).rows
  const untilRow: App['untilRow'] = (what, sql, values) =>
    waitFor(async () => (await query(sql, values))[0] ?? null, { what, limitMs: PATIENCE_MS, pauseMs: 25 }) as never
  return {
    origin,
    harbourOrigin,
    harbour: openHarbour(harbourOrigin),
    visitor: () => openVisitor(origin, AT_ONCE),
    register: (role) => register(origin, { role }, AT_ONCE),
    signIn: (who) => signIn(origin, who),
    query,
    untilRow,
    async fault(...faults) {
      for (const fault of faults) {
        const headers = { 'Content-Type': 'application/json' }
        await expectOk(`${harbourOrigin}/api/faults`, { method: 'POST', headers, body: JSON.stringify(fault) })
      }
    },
    async faults() {
      const response = await fetch(`${harbourOrigin}/api/faults`)
      return ((await response.json()) as { faults: FaultAtWork[] }).faults
    },
    clearFaults: () => expectOk(`${harbourOrigin}/api/faults`, { method: 'DELETE' }),
    async close() {
      await pool.end()
      await stop()
    },
  }
}

async function signIn(origin: string, who: DemoName): Promise<Person> {
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${who}@`))
  if (!account) throw new Error(`There is no demo account ${who}.`)
  const visitor = openVisitor(origin, AT_ONCE)
  const page = await visitor.get('/login')
  const { email, password } = account
  const next = await visitor.submit(page, formWith(page, 'password'), { values: { email, password } })
  if (next.url.pathname === '/login') throw new Error(`${who} cannot log in: ${next.complaints.join(' ')}`)
  return { visitor, email }
}

async function expectOk(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}
