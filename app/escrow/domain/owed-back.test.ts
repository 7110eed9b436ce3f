import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { owedBack } from './owed-back.ts'

const d = (text: string) => new Decimal(text)

describe('what is owed back to the buyer', () => {
  test.each<[string, string, string, boolean, string]>([
    ['nothing arrived', '0', '0', false, '0'],
    ['a part, while the escrow waits for the rest', '40', '0', false, '0'],
    ['the whole amount', '100', '0', false, '0'],
    ['an excess that costs more to send than it is worth', '100.000999', '0', false, '0'],
    ['an excess', '100.001', '0', false, '0.001'],
    ['next to nothing, once cancelled', '0.0009', '0', true, '0'],
    ['an excess that is returned already', '130', '30', false, '0'],
    ['more, after an excess was returned', '150', '30', false, '20'],
    ['a part, once cancelled', '40', '0', true, '40'],
    ['nothing more after the release', '100', '100', true, '0'],
    ['what came after the release', '101', '100', true, '1'],
  ])('%s', (_, received, paidOut, isSettled, owed) => {
    const held = { asset: 'XRP' as const, amount: d('100'), received: d(received), paidOut: d(paidOut), isSettled }
    expect(owedBack(held).toFixed()).toBe(owed)
  })
})
