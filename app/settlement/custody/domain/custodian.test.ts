import { expect, it } from 'vitest'
import { custodianOf, ledgerDateOf } from './custodian.ts'

const onchain = { deadline: new Date('2027-01-31T23:59:59Z') }

it.each([
  ['XLM', null, 'platform'],
  ['XRP', null, 'platform'],
  ['XLM', onchain, 'stellar'],
  ['USDC', onchain, 'stellar'],
  ['XRP', onchain, 'xrpl'],
] as const)('the money of an escrow of %s is kept by one', (currency, of, custodian) => {
  expect(custodianOf({ currency, held: of })).toBe(custodian)
  expect(ledgerDateOf({ held: of })).toEqual(of?.deadline ?? null)
})
