import type { LoaderFunctionArgs } from '@remix-run/node'
import { CHARTS, type Chart } from '#app/domain/figures/measures.ts'
import { PERIODS } from '#app/domain/figures/periods.ts'
import { ASSETS } from '#app/domain/kernel/assets.ts'
import { type DeskFigures, loadFigures } from '#app/queries/desk/desk-figures.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { secureResource } from '#app/web/kernel/http/headers.server.ts'

/** A chart of the desk as a table for other programs: names in English, days as `2026-11-23`, numbers with a dot. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const of = CHARTS.find((known) => known === query.get('of'))
  if (!of) throw new Response(null, { status: 404 })
  const by = PERIODS.find((known) => known === query.get('by')) ?? 'day'
  const lines = LINES[of](await loadFigures(deps.db, { by, now: deps.clock.now() }))
  const headers = new Headers({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="quayside-${of}-${by}.csv"`,
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(lines.map((line) => `${line.join(',')}\r\n`).join(''), { headers })
}

type Cell = string | number | null

/** Days, names of ours and numbers: none needs quotes. */
const LINES: Record<Chart, (figures: DeskFigures) => Cell[][]> = {
  volume: ({ rows }) => [
    ['from', ...ASSETS.flatMap((asset) => [`${asset}_escrows`, `${asset}_amount`])],
    ...rows.map(({ start, funded }) => [
      start,
      ...ASSETS.flatMap((asset) => [funded[asset].count, funded[asset].amount]),
    ]),
  ],
  fees: ({ rows }) => [['from', 'fees', 'usd'], ...rows.map(({ start, fees, feesUsd }) => [start, fees, feesUsd])],
  wait: ({ rows }) => [
    ['from', 'released', 'median_hours', 'p90_hours'],
    ...rows.map(({ start, released, median, nineOfTen }) => [start, released, median, nineOfTen]),
  ],
  rejected: ({ rows }) => [
    ['from', 'decisions', 'rejected', 'rejected_percent'],
    ...rows.map(({ start, decisions, rejected, rejectedShare }) => [start, decisions, rejected, rejectedShare]),
  ],
  open: ({ open }) => [
    ['asset', 'age', 'escrows', 'amount'],
    ...open.map(({ asset, age, count, amount }) => [asset, age, count, amount]),
  ],
}
