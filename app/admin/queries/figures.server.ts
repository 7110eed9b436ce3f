/** The figures of the Admin Panel: daily sums combined into periods. Only the sums are read. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSETS, type Asset, forEachAsset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { findDays, findOpen, findState, findWaits } from '#app/records/figures/db/figures.server.ts'
import { AGES, type Age, quantile } from '#app/records/figures/domain/measures.ts'
import { lastPeriods, type Period, startOf } from '#app/records/figures/domain/periods.ts'

export type MoneyInCustodyView = { count: number; amount: string }

export type FigureRow = {
  /** The first day of the period. */
  start: string
  funded: Record<Asset, MoneyInCustodyView>
  feesUsd: string
  fees: number
  /** In hours, to a tenth. Null: nothing was released. */
  median: string | null
  nineOfTen: string | null
  released: number
  decisions: number
  rejected: number
  /** In percent. Null: nothing was decided. */
  rejectedShare: string | null
}

export type AdminFigures = {
  /** Null: nothing has been summed up yet. */
  addedAt: string | null
  rows: FigureRow[]
  open: { asset: Asset; age: Age; count: number; amount: string }[]
}

export async function loadFigures(db: Database, { by, now }: { by: Period; now: Date }): Promise<AdminFigures> {
  const starts = lastPeriods(by, now)
  const from = starts[0] ?? startOf(by, now)
  const [state, days, waits, open] = await Promise.all([
    findState(db),
    findDays(db, from),
    findWaits(db, from),
    findOpen(db),
  ])
  const daysOf = Map.groupBy(days, ({ day }) => startOf(by, day))
  const waitsOf = Map.groupBy(waits, ({ day }) => startOf(by, day))
  const held = (asset: Asset, age: Age) => open.find((row) => row.asset === asset && row.age === age)
  return {
    addedAt: state?.addedAt?.toISOString() ?? null,
    rows: starts.map((start) => rowOf(start, daysOf.get(start) ?? [], waitsOf.get(start) ?? [])),
    open: ASSETS.flatMap((asset) =>
      AGES.map((age) => ({
        asset,
        age,
        count: held(asset, age)?.count ?? 0,
        amount: plain(new Decimal(held(asset, age)?.sum ?? 0)),
      })),
    ),
  }
}

type Day = Awaited<ReturnType<typeof findDays>>[number]
type Wait = Awaited<ReturnType<typeof findWaits>>[number]

function rowOf(start: string, days: readonly Day[], waits: readonly Wait[]): FigureRow {
  const of = (measure: string, asset = '') => days.filter((day) => day.measure === measure && day.asset === asset)
  const countOf = (found: readonly Day[]) => found.reduce((sum, { count }) => sum + count, 0)
  const sumOf = (found: readonly Day[]) => found.reduce((sum, day) => sum.plus(day.sum), new Decimal(0))
  const bins = new Map<number, number>()
  for (const { bin, count } of waits) bins.set(bin, (bins.get(bin) ?? 0) + count)
  const hours = (share: number) => {
    const seconds = quantile(bins, share)
    return seconds === null ? null : new Decimal(seconds).div(3600).toFixed(1)
  }
  const rejected = countOf(of('rejected'))
  const decisions = rejected + countOf(of('approved'))
  const inAsset = (asset: Asset): MoneyInCustodyView => {
    const found = of('funded', asset)
    return { count: countOf(found), amount: plain(sumOf(found)) }
  }
  return {
    start,
    funded: forEachAsset(inAsset),
    feesUsd: plainUsd(sumOf(of('fees'))),
    fees: countOf(of('fees')),
    median: hours(0.5),
    nineOfTen: hours(0.9),
    released: waits.reduce((sum, { count }) => sum + count, 0),
    decisions,
    rejected,
    rejectedShare: decisions === 0 ? null : new Decimal(rejected).div(decisions).times(100).toFixed(1),
  }
}
