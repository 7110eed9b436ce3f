import { expect, test } from 'vitest'
import { SCHEDULE } from './schedule.ts'

test('each job comes as often as it is said to', () => {
  expect(Object.fromEntries(SCHEDULE.map(({ task, everyMs, match }) => [task, [everyMs / 60_000, match]]))).toEqual({
    refresh_prices: [1, '* * * * *'],
    refresh_trades: [2, '*/2 * * * *'],
    sweep_open_work: [1, '* * * * *'],
    look_at_keepers: [10, '*/10 * * * *'],
    tidy_up: [60, '17 * * * *'],
    refresh_lists: [120, '23 */2 * * *'],
    screen_people: [1440, '41 2 * * *'],
    reconcile: [60, '7 * * * *'],
    seal_audit: [1, '* * * * *'],
    add_figures: [1, '* * * * *'],
    anchor_audit: [60, '37 * * * *'],
    check_audit: [60, '47 * * * *'],
  })
})
