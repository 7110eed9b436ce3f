import { expect, it } from 'vitest'
import { isRefusal, REFUSAL_CODES, refuse } from './refusal.ts'

it('each code is listed once', () => {
  expect(REFUSAL_CODES.filter((code, place) => REFUSAL_CODES.indexOf(code) !== place)).toEqual([])
})

it('a refusal is told from what a workflow answers otherwise', () => {
  expect(isRefusal(refuse('email_taken', { field: 'email' }))).toBe(true)
  for (const other of [null, undefined, 'email_taken', { id: '1' }]) expect(isRefusal(other)).toBe(false)
})
