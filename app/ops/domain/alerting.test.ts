import { describe, expect, test } from 'vitest'
import type { AlertCause, AlertKind } from './alert-cause.ts'
import { type Alert, alertingOf, isLasting, noteAlertCauses, noteAlerting } from './alerting.ts'

const now = new Date('2026-11-18T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const ALERT: Alert = {
  id: 'a',
  kind: 'cases_wait',
  subject: '',
  mark: '1',
  facts: {},
  since: null,
  openedAt: ago(2),
  closedAt: null,
  dueAt: null,
  toldAt: null,
  toldMark: null,
  overToldAt: null,
}
const told = { openedAt: ago(99), toldAt: ago(61), toldMark: '1' }

function says(...alerts: Partial<Alert>[]): string | null {
  const telling = alertingOf(
    alerts.map((alert, place) => ({ ...ALERT, id: `${place}`, ...alert })),
    now,
  )
  return (
    telling &&
    Object.entries(telling)
      .flatMap(([part, alerts]) => (alerts.length > 0 ? part : []))
      .join()
  )
}

describe('operators are written to', () => {
  test.each<[string, Partial<Alert>, string | null]>([
    ['what has just begun may be a hiccup', { openedAt: ago(1) }, null],
    ['what lasts is told', {}, 'began'],
    ['what may cost money is told at the first look', { kind: 'money_unexplained', openedAt: now }, 'began'],
    ['a worker that is silent is told at the first look', { kind: 'worker_silent', openedAt: now }, 'began'],
    ['what was told is not told again', told, null],
    ['but once a day', { ...told, toldAt: ago(24 * 60) }, 'still'],
    ['and when there is another one', { ...told, mark: '2' }, 'began'],
    ['of what waits for a person not more than once an hour', { ...told, toldAt: ago(59), mark: '2' }, null],
    ['of what stands still four times an hour', { ...told, kind: 'reading_late', toldAt: ago(14), mark: '2' }, null],
    ['and no less', { ...told, kind: 'reading_late', toldAt: ago(15), mark: '2' }, 'began'],
    ['of what may cost money twice a minute', { ...told, kind: 'books_differ', toldAt: ago(0.5), mark: '2' }, 'began'],
    ['and no more', { ...told, kind: 'books_differ', toldAt: ago(0.4), mark: '2' }, null],
    ['what has just ended may come again', { ...told, closedAt: ago(9) }, null],
    ['what stays away is told to be over', { ...told, closedAt: ago(10) }, 'over'],
    ['once', { ...told, closedAt: ago(20), overToldAt: ago(5) }, null],
    ['what ended before it lasted is nobody’s business', { closedAt: ago(20) }, null],
    ['what was kept back and ended is told', { kind: 'price_missing', dueAt: ago(30), closedAt: ago(20) }, 'passed'],
    ['but not of what waits for a person', { dueAt: ago(30), closedAt: ago(20) }, null],
    ['nor while it may come again', { kind: 'price_missing', dueAt: ago(30), closedAt: ago(9) }, null],
  ])('%s', (_, alert, expected) => {
    expect(says(alert)).toBe(expected)
  })

  test('whatever was written before of something else', () => {
    const written: Partial<Alert> = { toldAt: ago(0.1), toldMark: '1' }
    expect(says(written, { kind: 'money_unexplained', subject: 'xrpl', openedAt: now })).toBe('began')
    expect(
      says({ ...written, kind: 'ledger_away', subject: 'xrpl' }, { kind: 'ledger_away', subject: 'stellar' }),
    ).toBe('began')
  })

  test('and what passed is told with the next letter, though its own limit has not passed', () => {
    const passed: Partial<Alert> = { kind: 'price_missing', subject: 'XRP', dueAt: ago(13), closedAt: ago(11) }
    const before: Partial<Alert> = {
      kind: 'price_missing',
      subject: 'XRP',
      toldAt: ago(14),
      toldMark: '1',
      closedAt: ago(13),
      overToldAt: ago(3),
    }
    expect(says(before, passed)).toBeNull()
    expect(says(before, passed, {})).toBe('began,passed')
  })

  test('of times a later one is news: that the newest case is closed is none', () => {
    const [early, late] = [ago(50).toISOString(), ago(40).toISOString()]
    expect(says({ ...told, toldMark: late, mark: early })).toBeNull()
    expect(says({ ...told, toldMark: early, mark: late })).toBe('began')
  })

  test('and the desk shows what lasts', () => {
    expect(isLasting(ALERT, now)).toBe(true)
    expect(isLasting({ ...ALERT, openedAt: ago(1) }, now)).toBe(false)
    expect(isLasting({ ...ALERT, kind: 'clock_off', openedAt: now }, now)).toBe(true)
    expect(isLasting({ ...ALERT, closedAt: ago(1) }, now)).toBe(false)
  })
})

describe('what is seen is noted', () => {
  const trouble = (kind: AlertKind, mark = ''): AlertCause => ({ kind, subject: '', mark, since: null, facts: {} })
  let count = 0
  const note = (alerts: readonly Alert[], troubles: readonly AlertCause[], at = now) =>
    noteAlertCauses(alerts, troubles, { now: at, newId: () => `new ${count++}` })

  test('opened, kept with what is known now, closed', () => {
    const [opened] = note([], [trouble('store_failing')])
    expect(opened).toMatchObject({ kind: 'store_failing', openedAt: now, closedAt: null, toldAt: null })
    const [kept] = note([{ ...ALERT, since: ago(9) }], [{ ...trouble('cases_wait', '2'), facts: { count: '2' } }])
    expect(kept).toMatchObject({ id: 'a', mark: '2', facts: { count: '2' }, since: ago(9), openedAt: ago(2) })
    const [closed, ...further] = note([ALERT], [])
    expect([closed?.closedAt, further]).toEqual([now, []])
  })

  test('what comes again soon was not over; what nobody was told of begins anew', () => {
    const closed = { ...ALERT, ...told, closedAt: ago(9) }
    expect(note([closed], [trouble('cases_wait')])).toMatchObject([{ id: 'a', openedAt: ago(99), closedAt: null }])
    expect(note([{ ...closed, closedAt: ago(10) }], [trouble('cases_wait')])).toMatchObject([
      { id: 'a' },
      { openedAt: now },
    ])
    const untold = { ...ALERT, closedAt: ago(1) }
    expect(note([untold], [trouble('cases_wait')])).toMatchObject([{ id: 'a', openedAt: now, closedAt: null }])
    const keptBack = { ...untold, dueAt: ago(1) }
    expect(note([keptBack], [trouble('cases_wait')])).toMatchObject([{ id: 'a', openedAt: ago(2) }])
  })

  test('what the limit keeps back is marked, and what was told is not', () => {
    const limited = { ...ALERT, ...told, toldAt: ago(5), mark: '2' }
    expect(noteAlerting([limited], alertingOf([limited], now), now)).toMatchObject([{ dueAt: now, toldMark: '1' }])
    const telling = alertingOf([ALERT], now)
    expect(noteAlerting([ALERT], telling, now)).toMatchObject([{ toldAt: now, toldMark: '1', dueAt: null }])
    const quiet = [{ ...ALERT, ...told }]
    expect(noteAlerting(quiet, alertingOf(quiet, now), now)[0]).toBe(quiet[0])
  })
})
