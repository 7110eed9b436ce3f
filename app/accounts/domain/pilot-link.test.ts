import { expect, test } from 'vitest'
import { pilotPath, readPilotCode } from './pilot-link.ts'

test('the link of an account is that of everybody, with the code of who hands it on', () => {
  expect(pilotPath(null)).toBe('/register?pilot=freight')
  const link = new URL(pilotPath('0a1b2c3d4e5f'), 'https://quayside.example')
  expect(readPilotCode(link.searchParams.get('from'))).toBe('0a1b2c3d4e5f')
})

test('a code is read as people and programs hand it on', () => {
  expect(readPilotCode(' 0A1B2C3D4E5F ')).toBe('0a1b2c3d4e5f')
})

test.each([
  null,
  '',
  '0a1b2c3d4e5',
  '0a1b2c3d4e5f0',
  '0a1b2c3d4e5g',
  "' or 1=1 --",
  '0a1b2c3d4e5f\u0000',
  '𝟎a1b2c3d4e5f',
])('%j is none, and ignored', (typed) => expect(readPilotCode(typed)).toBeNull())
