import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isContainerNumber, writeContainerNumber } from './container-number.ts'

describe('a container number', () => {
  test.each([
    // The example of the standard, and those that other implementations are tested with.
    'CSQU3054383',
    'ZEPU0037255',
    'TOLU4734787',
    'csqu 305438-3',
  ])('%s is one', (number) => expect(isContainerNumber(number)).toBe(true))

  test.each(['CSQU3054384', 'CSQX3054383', 'CSQU305438', 'CSQU30543833', '', '3054383'])('%s is none', (number) =>
    expect(isContainerNumber(number)).toBe(false),
  )

  const number = fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 3, maxLength: 3 }),
      fc.constantFrom('U', 'J', 'Z'),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 6 }),
    )
    .map((parts) => parts.join(''))

  test('has one check digit of the ten', () => {
    fc.assert(
      fc.property(number, (start) => {
        const fitting = [...'0123456789'].filter((check) => isContainerNumber(start + check))
        expect(fitting).toHaveLength(1)
      }),
    )
  })

  test('is read however it is spaced', () => {
    expect(writeContainerNumber(' csqu-305438.3 ')).toBe('CSQU3054383')
  })
})
