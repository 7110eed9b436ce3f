import { describe, expect, test } from 'vitest'
import { type Alert, isLasting, tellingOf } from './telling.ts'

const now = new Date('2026-11-18T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const ALERT: Alert = {
  id: 'a',
  kind: 'cases_wait',
  subject: '',
  mark: '1',
  since: null,
  openedAt: ago(2),
  closedAt: null,
  toldAt: null,
  toldMark: null,
  overToldAt: null,
}
const told = { openedAt: ago(60), toldAt: ago(30), toldMark: '1' }

function says(alert: Partial<Alert>, lastLetterAt: Date | null = null): string | null {
  const telling = tellingOf([{ ...ALERT, ...alert }], { now, lastLetterAt })
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
    ['what was told is not told again', told, null],
    ['but once a day', { ...told, toldAt: ago(24 * 60) }, 'still'],
    ['and at once when there is another one', { ...told, mark: '2' }, 'began'],
    ['what has just ended may come again', { ...told, closedAt: ago(9) }, null],
    ['what stays away is told to be over', { ...told, closedAt: ago(10) }, 'over'],
    ['once', { ...told, closedAt: ago(20), overToldAt: ago(5) }, null],
    ['what ended before anybody was told is nobody’s business', { closedAt: ago(20) }, null],
  ])('%s', (_, alert, expected) => {
    expect(says(alert)).toBe(expected)
  })

  test('four times an hour at most', () => {
    expect(says({}, ago(14))).toBeNull()
    expect(says({}, ago(15))).toBe('began')
  })

  test('and the desk shows what lasts', () => {
    expect(isLasting(ALERT, now)).toBe(true)
    expect(isLasting({ ...ALERT, openedAt: ago(1) }, now)).toBe(false)
    expect(isLasting({ ...ALERT, closedAt: ago(1) }, now)).toBe(false)
  })
})
