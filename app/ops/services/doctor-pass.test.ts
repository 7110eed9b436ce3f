import { expect, test } from 'vitest'
import { doctorPass, isDoctorPass } from './doctor-pass.server.ts'

const now = new Date('2026-11-23T12:00:00Z')
const secret = 'a secret of the tests, long enough to pass'
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const pass = doctorPass(secret, now)

test('a pass opens for five minutes, to either side', () => {
  for (const moment of [now, minutes(5), minutes(-5)]) expect(isDoctorPass(pass, { secret, now: moment })).toBe(true)
  for (const moment of [minutes(5.1), minutes(-5.1)]) expect(isDoctorPass(pass, { secret, now: moment })).toBe(false)
})

test.each([
  ['of another secret', doctorPass('another', now)],
  ['with another time', pass.replace(/^\d+/, String(now.getTime() + 1))],
  ['cut short', pass.slice(0, -1)],
  ['with something behind it', `${pass}0`],
  ['without a signature', String(now.getTime())],
  ['of nothing', ''],
  ['of letters', `abcdefghijklm.${pass.split('.')[1]}`],
])('one %s opens nothing', (_, forged) => {
  expect(isDoctorPass(forged, { secret, now })).toBe(false)
})
