/** Reads an operator's export request from the URL; mistakes are written into the URL of the page. */

import { readDay } from '#app/kernel/domain/words/day.ts'
import { AUDIENCES, type Audience } from '#app/records/audit/domain/audience.ts'

export const EXPORT_PROBLEMS = ['noEscrow', 'noDay', 'badDays'] as const
export type ExportProblem = (typeof EXPORT_PROBLEMS)[number]

export type TypedExport = { txid: string; for: Audience; from: string; to: string; details: boolean }

type Asked =
  | { of: 'escrow'; transactionId: string; audience: Audience }
  | { of: 'days'; from: Date; to: Date; withBodies: boolean }
  | { field: 'from' | 'to'; problem: ExportProblem }

const LONGEST = 100

export function typedExport(query: URLSearchParams): TypedExport {
  const text = (field: string) =>
    (query.get(field) ?? '')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, LONGEST)
  return {
    txid: text('txid'),
    for: AUDIENCES.find((known) => known === query.get('for')) ?? 'buyer',
    from: text('from'),
    to: text('to'),
    details: query.get('details') === 'on',
  }
}

export function readExport(query: URLSearchParams): Asked {
  const typed = typedExport(query)
  if (query.get('of') !== 'days') return { of: 'escrow', transactionId: typed.txid, audience: typed.for }
  const from = readDay(typed.from)
  if (!from) return { field: 'from', problem: 'noDay' }
  const to = readDay(typed.to)
  if (!to) return { field: 'to', problem: 'noDay' }
  if (to < from) return { field: 'to', problem: 'badDays' }
  return { of: 'days', from, to, withBodies: typed.details }
}

/** The URL of the page with what was typed, and the mistake. */
export function backToPage(
  query: URLSearchParams,
  { field, problem }: { field: string; problem: ExportProblem },
): string {
  const back = new URLSearchParams(query)
  back.set('field', field)
  back.set('problem', problem)
  return `/admin-panel/audit?${back}`
}
