import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { type AdminFigures, loadFigures } from '#app/admin/queries/figures.server.ts'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { csvLine } from '#app/kernel/domain/words/csv.ts'
import { sendCsv } from '#app/kernel/web/http/send-csv.server.ts'
import { CHARTS, type Chart } from '#app/records/figures/domain/measures.ts'
import { PERIODS } from '#app/records/figures/domain/periods.ts'
import { deps } from '#app/runtime.server.ts'

/** A chart of the Admin Panel as CSV: names in English, days as `2026-11-23`, numbers with a decimal point. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const of = CHARTS.find((known) => known === query.get('of'))
  if (!of) throw new Response(null, { status: 404 })
  const by = PERIODS.find((known) => known === query.get('by')) ?? 'day'
  const lines = LINES[of](await loadFigures(deps.db, { by, now: deps.clock.now() }))
  return sendCsv(`quayside-${of}-${by}`, written(lines))
}

type Cell = string | number | null

async function* written(lines: Cell[][]): AsyncGenerator<string> {
  yield lines.map((line) => csvLine(line.map((cell) => (cell === null ? null : String(cell))))).join('')
}

const LINES: Record<Chart, (figures: AdminFigures) => Cell[][]> = {
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
