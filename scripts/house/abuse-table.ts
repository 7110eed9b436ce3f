/**
 * The table of docs/abuse.md: every act that needs neither a fee nor a wallet with money, and its bound. Its addresses
 * are compared with app/routes.ts, its numbers with the code.
 */
import { globSync, readFileSync } from 'node:fs'
import { MOST_SESSIONS } from '#app/accounts/db/sessions.server.ts'
import { MOST_REFUSALS_AN_HOUR } from '#app/kernel/domain/records/access-kinds.ts'
import { REQUEST_LIMITS } from '#app/kernel/web/limits/limits.ts'
import { MOST_IN_UNMATCHED } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { EMAILS_A_DAY, RESET_EMAILS } from '#app/notices/domain/email-limits.ts'
import { VOICE_LIMITS } from '#app/trade/disputes/domain/voices.ts'
import { UPLOAD_LIMITS } from '#app/trade/documents/domain/documents.ts'
import routes from '../../app/routes.ts'

const SPANS: readonly [seconds: number, word: string][] = [
  [86_400, 'day'],
  [3_600, 'h'],
  [60, 'min'],
]

/** Returns, for example, "20 in 1 h". */
function spanOf({ points, seconds }: { points: number; seconds: number }): string {
  const [unit, word] = SPANS.find(([unit]) => seconds % unit === 0) ?? [1, 's']
  return `${points} in ${seconds / unit} ${word}`
}

/** The text of the table for each named bound. */
export const BOUNDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(REQUEST_LIMITS).map(([name, limit]): [string, string] => [name, spanOf(limit)]),
  ['EMAILS_A_DAY.unproven', `${EMAILS_A_DAY.unproven} in 1 day`],
  ['EMAILS_A_DAY.stranger', `${EMAILS_A_DAY.stranger} in 1 day`],
  ['EMAILS_A_DAY.sender', `${EMAILS_A_DAY.sender} in 1 day`],
  ...Object.entries(RESET_EMAILS).map(([whose, { letters, withinMs }]): [string, string] => [
    `RESET_EMAILS.${whose}`,
    spanOf({ points: letters, seconds: withinMs / 1_000 }),
  ]),
  ['MOST_REFUSALS_AN_HOUR.fromOnePlace', String(MOST_REFUSALS_AN_HOUR.fromOnePlace)],
  ['MOST_REFUSALS_AN_HOUR.altogether', String(MOST_REFUSALS_AN_HOUR.altogether)],
  ['MOST_SESSIONS', String(MOST_SESSIONS)],
  ['MOST_IN_UNMATCHED', String(MOST_IN_UNMATCHED)],
  ['UPLOAD_LIMITS.escrowFiles', String(UPLOAD_LIMITS.escrowFiles)],
  ['VOICE_LIMITS.statements', String(VOICE_LIMITS.statements)],
  ['VOICE_LIMITS.filesOfSide', String(VOICE_LIMITS.filesOfSide)],
])

/** Returns the rows of the first table of the file, without its head and rule. */
export function rowsOfTable(): string[][] {
  const [, table = ''] = readFileSync('docs/abuse.md', 'utf8').split(/^## What costs nothing\n/m)
  const lines = (table.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Returns `GET /login`, `POST /login`: the methods of each address, by the exports of its file. */
export function asksOf(): { ask: string; file: string; text: string }[] {
  return flatten(routes, '').flatMap(({ path, file }) => {
    const text = readFileSync(`app/${file}`, 'utf8')
    const has = (name: string) =>
      new RegExp(String.raw`export (?:async function|function|const) ${name}\b|export \{[^}]*\b${name}\b`).test(text)
    const asks = [...(has('loader') ? ['GET'] : []), ...(has('action') ? ['POST'] : [])]
    return asks.map((method) => ({ ask: `${method} ${path}`, file, text }))
  })
}

type Route = (typeof routes)[number]

function flatten(some: readonly Route[], parent: string): { path: string; file: string }[] {
  return some.flatMap((route) => {
    const path = `${parent}/${route.path ?? ''}`.replace(/\/+$/, '') || '/'
    return [{ path, file: route.file }, ...flatten(route.children ?? [], path === '/' ? '' : path)]
  })
}

/** The concatenated text of every file of the app that may count tries. */
export function countingCode(): string {
  const files = globSync('app/**/*.{ts,tsx}', {
    exclude: ['app/kernel/db/generated/**', 'app/**/limits.ts', '**/*.test.ts'],
  })
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}
