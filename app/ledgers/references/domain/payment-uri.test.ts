import { expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { codeText, paymentUri, xamanLink } from './payment-uri.ts'

const request = {
  account: 'GACCOUNT',
  amount: new Decimal('120.5000000'),
  memo: '4242',
  issuers: { USDC: 'GISSUER' },
  passphrase: null,
}

test('XLM on the public network names no asset and no passphrase', () => {
  expect(paymentUri({ ...request, asset: 'XLM' })).toBe(
    'web+stellar:pay?destination=GACCOUNT&amount=120.5&memo=4242&memo_type=MEMO_ID',
  )
})

test('USDC names its code and its issuer', () => {
  expect(paymentUri({ ...request, asset: 'USDC' })).toBe(
    'web+stellar:pay?destination=GACCOUNT&amount=120.5&asset_code=USDC&asset_issuer=GISSUER&memo=4242&memo_type=MEMO_ID',
  )
})

test('other networks are named, with spaces and signs that survive', () => {
  const uri = paymentUri({
    ...request,
    asset: 'XLM',
    passphrase: 'Quayside Harbour ; play money',
    message: 'Fee & more',
  })
  expect(uri).toContain('&msg=Fee%20%26%20more&network_passphrase=Quayside%20Harbour%20%3B%20play%20money')
})

test('a message is cut at what SEP-7 allows, not inside a character', () => {
  const uri = paymentUri({ ...request, asset: 'XLM', message: '⚓'.repeat(400) })
  expect(decodeURIComponent(uri.split('&msg=')[1]!)).toBe('⚓'.repeat(300))
})

test('a code holds everything that moves the money, and no message', () => {
  const asked = { ...request, asset: 'USDC', passphrase: 'Test ; network' } as const
  expect(codeText(paymentUri({ ...asked, message: 'Fee & more' }))).toBe(paymentUri(asked))
  expect(codeText(paymentUri({ ...asked, asset: 'XRP' }))).toBe(paymentUri({ ...asked, asset: 'XRP' }))
})

test('XRP is asked for in XRP, with the tag', () => {
  expect(paymentUri({ ...request, account: 'rACCOUNT', asset: 'XRP', amount: new Decimal('0.000001') })).toBe(
    'ripple:rACCOUNT?amount=0.000001&dt=4242',
  )
})

test('the link for Xaman holds the same request, and is for XRP alone', () => {
  expect(xamanLink({ ...request, account: 'rACCOUNT', asset: 'XRP' })).toBe(
    'https://xaman.app/detect/request:rACCOUNT?amount=120.5&dt=4242&network=XRPL',
  )
  expect(xamanLink({ ...request, asset: 'USDC' })).toBeNull()
})
