import { expect, it } from 'vitest'
import { maskEmail } from './shared-statement.ts'

it.each([
  ['ama@trade.example', 'a…@trade.example'],
  ['a@b@trade.example', 'a…@trade.example'],
  ['@trade.example', '…'],
  ['nonsense', '…'],
])('of %s is shown %s', (email, shown) => expect(maskEmail(email)).toBe(shown))
