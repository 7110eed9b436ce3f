import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import { FOLLOWED_BY } from './deadline.ts'
import { carriedOutBy, fitsBefore, leavesTime, PAUSE_ROOM_MS } from './ledger-time.ts'
import { addDays, endOfDay, endOfWorkingDay } from './working-days.ts'

/** A Thursday. */
const presentBy = new Date('2026-12-10T23:59:00.000Z')
const dates = { presentBy, examineDays: 1, weekend: 'sat_sun' } as const

describe('by when the last outcome is carried out', () => {
  it('presented in the last hour of grace, examined in no time, a last notice, a day to sign', () => {
    // Grace until Sat 12, examined by Mon 14, notice until Tue 15, signed by Wed 16.
    expect(carriedOutBy('present', presentBy, dates)).toEqual(new Date('2026-12-16T23:59:00.000Z'))
    expect(carriedOutBy('examine', new Date('2026-12-14T23:59:00.000Z'), dates)).toEqual(
      new Date('2026-12-16T23:59:00.000Z'),
    )
  })

  it('money that comes late leaves the seller five working days to present', () => {
    const early = carriedOutBy('fund', new Date('2026-12-01T23:59:00.000Z'), dates)
    const late = carriedOutBy('fund', new Date('2026-12-09T23:59:00.000Z'), dates)
    expect(early).toEqual(carriedOutBy('present', presentBy, dates))
    expect(late).toEqual(carriedOutBy('present', new Date('2026-12-16T23:59:00.000Z'), dates))
  })

  it('a date of the ledger that a buyer chose well is refused: silence would never pay', () => {
    const funded = { ...dates, fundBy: null }
    expect(fitsBefore(new Date('2026-12-12T23:59:00.000Z'), funded)).toBe(false)
    expect(fitsBefore(new Date('2026-12-19T23:58:59.000Z'), funded)).toBe(false)
    expect(fitsBefore(new Date('2026-12-19T23:59:00.000Z'), funded)).toBe(true)
    // Funding ends on the day before: the seller has five working days from then.
    const late = { ...dates, fundBy: new Date('2026-12-09T23:59:00.000Z') }
    expect(fitsBefore(new Date('2026-12-19T23:59:00.000Z'), late)).toBe(false)
  })

  it('asks nothing where Quayside keeps the money', () => {
    expect(leavesTime('present', addDays(presentBy, 300), { dates, ledgerDate: null })).toBe(true)
  })

  it('whatever dates fit: who is silent at each of them can still be answered by a release', () => {
    const days = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), days, (present, examineDays, ahead) => {
        const of = {
          fundBy: null,
          presentBy: endOfDay(addDays(presentBy, present)),
          examineDays,
          weekend: 'sat_sun' as const,
        }
        const ledgerDate = endOfDay(addDays(of.presentBy, ahead))
        fc.pre(fitsBefore(ledgerDate, of))
        const presented = new Date(of.presentBy.getTime() + (FOLLOWED_BY.present?.lasts ?? 0))
        const examined = endOfWorkingDay(presented, examineDays)
        const accepted = examined.getTime() + (FOLLOWED_BY.examine?.lasts ?? 0) + PAUSE_ROOM_MS
        expect(accepted / 1000).toBeLessThan(lastReleaseAt({ deadline: ledgerDate.getTime() / 1000 }))
      }),
    )
  })
})
