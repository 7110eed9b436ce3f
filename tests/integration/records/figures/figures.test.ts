/** The figures of the Admin Panel: each event counts once, on its day, however often they are added up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFigures } from '#app/admin/queries/figures.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import { lockState, storeState } from '#app/records/figures/db/figures.server.ts'
import { FIGURE_RULES } from '#app/records/figures/domain/measures.ts'
import { addFigures } from '#app/records/figures/workflows/add-figures.server.ts'
import { type AuditLog, openAuditLog } from '#tests/support/audit/audit-log.ts'
import { anEscrow, aUser } from '#tests/support/world/rows.ts'

const now = new Date('2026-11-24T12:00:00Z')
const HOUR_MS = 3_600_000

let log: AuditLog
const deps = () => ({ ...log.deps, clock: { now: () => now } })

beforeAll(async () => {
  log = await openAuditLog()
})
afterAll(async () => log[Symbol.asyncDispose]())

type Told = Parameters<typeof writeEvent>[1]
const tell = (...events: Told[]) =>
  log.db.$transaction(async (tx) => {
    for (const event of events) await writeEvent(tx, event)
  })

async function figures(by: 'day' | 'week' | 'month' = 'day') {
  while ((await sealEvents(deps())) !== null);
  await addFigures(deps())
  const { rows, open } = await loadFigures(log.db, { by, now })
  return { rows: new Map(rows.map((row) => [row.start, row])), open }
}

/** Funds an escrow at a moment, and releases it so many hours later. Null: not yet. */
async function traded(verifiedAt: string, hours: number | null) {
  const at = new Date(verifiedAt)
  const releasedAt = hours === null ? null : new Date(at.getTime() + hours * HOUR_MS)
  // Bypasses the rules of release, which have tests of their own.
  const { id: sellerId } = await aUser(log.db, { role: 'seller' })
  const { id: escrowId } = await anEscrow(log.db, { amount: '10', sellerId })
  await log.tamper(
    `update "escrow" set "txValidated" = true, "verifiedAt" = '${at.toISOString()}', "receivedAmount" = 10,
      "releasedAt" = ${releasedAt ? `'${releasedAt.toISOString()}'` : 'null'} where "id" = '${escrowId}'`,
  )
  await tell({ kind: 'escrow_funded', at: now, escrowId })
  if (releasedAt) await tell({ kind: 'funds_released', at: now, escrowId })
  return escrowId
}

test('what happened is added up by its day, in each period', async () => {
  for (const hours of [10, 20, 30, 40, 50, 60, 70, 80, 90, 400]) await traded('2026-11-02T08:00:00Z', hours)
  await traded('2026-11-22T23:59:59Z', null)
  await tell(
    { kind: 'fee_paid', at: new Date('2026-11-23T00:00:01Z'), detail: { netUsd: '150.25' } },
    { kind: 'fee_paid', at: new Date('2026-11-23T00:00:01Z'), detail: { netUsd: '100' } },
    { kind: 'documents_approved', at: now },
    { kind: 'documents_rejected', at: now },
    { kind: 'documents_approved', at: now },
    { kind: 'accepted_by_silence', at: now },
    { kind: 'reduction_agreed', at: now },
  )
  const { rows, open } = await figures()
  expect(rows.get('2026-11-02')?.funded.XLM).toEqual({ count: 10, amount: '100' })
  expect(rows.get('2026-11-22')?.funded).toEqual({
    XLM: { count: 1, amount: '10' },
    XRP: { count: 0, amount: '0' },
    USDC: { count: 0, amount: '0' },
  })
  expect(rows.get('2026-11-23')).toMatchObject({ fees: 2, feesUsd: '250.25' })
  expect(rows.get('2026-11-24')).toMatchObject({ decisions: 5, rejected: 1, rejectedShare: '20.0' })
  expect(open.filter(({ count }) => count > 0)).toEqual([{ asset: 'XLM', age: 'week', count: 1, amount: '10' }])
  const month = (await figures('month')).rows.get('2026-11-01')
  expect(month).toMatchObject({ released: 10, feesUsd: '250.25', decisions: 5 })
  expect(Math.abs(Number(month?.median) / 50 - 1)).toBeLessThan(0.1)
  expect(Math.abs(Number(month?.nineOfTen) / 90 - 1)).toBeLessThan(0.1)
})

test('adding up again, or by several at once, counts nothing twice; what comes late counts on its day', async () => {
  const before = (await figures()).rows
  await traded('2026-11-02T09:00:00Z', null)
  while ((await sealEvents(deps())) !== null);
  await Promise.all(Array.from({ length: 4 }, () => addFigures(deps())))
  const after = (await figures()).rows
  expect(after.get('2026-11-02')?.funded.XLM).toEqual({ count: 11, amount: '110' })
  after.delete('2026-11-02')
  before.delete('2026-11-02')
  expect(after).toEqual(before)
})

describe('by which rules', () => {
  const rules = async () => (await log.db.figureState.findFirstOrThrow()).rules
  const seal = async () => {
    while ((await sealEvents(deps())) !== null);
  }
  const placed = async () => (await log.db.figureState.findFirstOrThrow()).seq

  test('sums of older rules are added up anew, once, by several workers at a time', async () => {
    const before = (await figures()).rows
    // As an older worker with other rules has left them.
    await log.tamper(`update "figure_state" set "rules" = 1; update "figure_day" set "count" = "count" + 7`)
    await Promise.all(Array.from({ length: 4 }, () => addFigures(deps())))
    expect([await rules(), (await figures()).rows]).toEqual([FIGURE_RULES, before])
  })

  test('a worker of older rules adds nothing to sums of newer ones', async () => {
    await tell({ kind: 'fee_paid', at: now, detail: { netUsd: '10' } })
    await seal()
    const [place, days] = [await placed(), await log.db.figureDay.findMany()]
    expect(await addFigures(deps(), { rules: FIGURE_RULES - 1 })).toBeNull()
    expect([await rules(), await placed(), await log.db.figureDay.findMany()]).toEqual([FIGURE_RULES, place, days])
    await addFigures(deps())
    expect(await placed()).toBeGreaterThan(place)
  })

  test('nor does one that knows of no rules, whatever it has locked', async () => {
    const place = await placed()
    // Like the older statement: position and time, without the rules.
    const moved = log.db.$executeRaw`update "figure_state" set "seq" = "seq" + 1, "addedAt" = ${now}`
    await expect(moved).rejects.toThrow('figures are added up by other rules')
    const back = log.db.$transaction(async (tx) => {
      await lockState(tx, { now, rules: FIGURE_RULES - 1 })
      await storeState(tx, { seq: 0, at: now })
    })
    await expect(back).rejects.toThrow('figures are added up by other rules')
    const lower = log.db.figureState.updateMany({ data: { rules: FIGURE_RULES - 1 } })
    await expect(lower).rejects.toThrow('figures are added up by newer rules already')
    expect(await placed()).toBe(place)
  })
})
