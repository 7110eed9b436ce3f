import { Account, MuxedAccount } from '@stellar/stellar-sdk'
import { describe, expect, test } from 'vitest'
import { classicAddressToXAddress } from 'xrpl'
import { plain } from '#app/kernel/domain/money.ts'
import { HARBOUR_PASSPHRASE, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'
import { type PAY_MODES, paymentsFor } from '#harbour/wallet/pay.ts'
import { RequestUnreadable, readPaymentUri, readTypedPayment } from '#harbour/wallet/payment-request.ts'

const TERMS = { passphrase: HARBOUR_PASSPHRASE, issuers: { USDC: USDC_ISSUER } }
const G = stellarPlayKey('escrow').publicKey()
const R = xrplPlayWallet('escrow').address
const PASSPHRASE = `network_passphrase=${encodeURIComponent(HARBOUR_PASSPHRASE)}`

/** Returns the request as the wallet reads it, with the amount as text. */
function read(uri: string) {
  const request = readPaymentUri(uri, TERMS)
  return { ...request, amount: request.amount === null ? null : plain(request.amount) }
}

describe('a Stellar payment request (SEP-7)', () => {
  test('for XLM with a numeric memo', () => {
    const uri = `web+stellar:pay?destination=${G}&amount=3034.6051&memo=1839204417&memo_type=MEMO_ID&${PASSPHRASE}`
    expect(read(uri)).toEqual({ asset: 'XLM', to: G, amount: '3034.6051', memo: { kind: 'id', value: '1839204417' } })
  })

  test('for USDC of our issuer, with a text memo by default and a message', () => {
    const uri = `web+stellar:pay?destination=${G}&amount=342.00&asset_code=USDC&asset_issuer=${USDC_ISSUER}&memo=1%2B1&msg=Quayside%20fee&${PASSPHRASE}`
    expect(read(uri)).toEqual({ asset: 'USDC', to: G, amount: '342', memo: { kind: 'text', value: '1+1' } })
  })

  test('to a muxed address, without amount', () => {
    const muxed = new MuxedAccount(new Account(G, '0'), '77').accountId()
    expect(read(`web+stellar:pay?destination=${muxed}&${PASSPHRASE}`)).toEqual({
      asset: 'XLM',
      to: muxed,
      amount: null,
      memo: null,
    })
  })

  test.each([
    ['of the public network', `web+stellar:pay?destination=${G}&amount=1`, /another Stellar network/],
    [
      'to a mistyped address',
      `web+stellar:pay?destination=${G.slice(0, -1)}A&amount=1&${PASSPHRASE}`,
      /not a Stellar address/,
    ],
    [
      'in a stranger’s USDC',
      `web+stellar:pay?destination=${G}&asset_code=USDC&asset_issuer=${G}&${PASSPHRASE}`,
      /holds no USDC/,
    ],
    [
      'in a coin called XLM',
      `web+stellar:pay?destination=${G}&asset_code=XLM&asset_issuer=${G}&${PASSPHRASE}`,
      /holds no XLM/,
    ],
    ['with too fine an amount', `web+stellar:pay?destination=${G}&amount=0.00000001&${PASSPHRASE}`, /not an amount/],
    ['with an exponent', `web+stellar:pay?destination=${G}&amount=1e3&${PASSPHRASE}`, /not an amount/],
    [
      'with a memo that is no number',
      `web+stellar:pay?destination=${G}&memo=abc&memo_type=MEMO_ID&${PASSPHRASE}`,
      /not a memo/,
    ],
    [
      'with a memo that is too long',
      `web+stellar:pay?destination=${G}&memo=${'é'.repeat(15)}&${PASSPHRASE}`,
      /not a memo/,
    ],
    ['to sign a transaction', `web+stellar:tx?xdr=AAAA&${PASSPHRASE}`, /asks for a signature/],
    ['cut off inside a letter', `web+stellar:pay?destination=${G}&memo=%E0%A4&${PASSPHRASE}`, /cut off/],
  ])('%s is refused', (_, uri, sentence) => {
    expect(() => read(uri)).toThrow(RequestUnreadable)
    expect(() => read(uri)).toThrow(sentence)
  })
})

describe('an XRP payment request', () => {
  const WANTED = { asset: 'XRP', to: R, amount: '25.5', memo: { kind: 'id', value: '123' } }

  test.each([
    `ripple:${R}?amount=25.5&dt=123`,
    `xrp:${R}?dt=123&amount=25.5`,
    `xrpl:${R}?amount=25.5&dt=123`,
    `xrpl://${R}?amount=25.5&dt=123`,
    `https://xaman.app/detect/request:${R}?amount=25.5&dt=123&network=XRPL`,
    `https://ripple.com//send?to=${R}&amount=25.5&dt=123`,
    `${R}?dt=123&amount=25.5`,
    `${classicAddressToXAddress(R, 123, false)}?amount=25.5`,
  ])('is read from %s', (uri) => {
    expect(read(uri)).toEqual(WANTED)
  })

  test('may have tag 0, which is a tag, or none', () => {
    expect(read(`ripple:${R}?amount=1&dt=0`).memo).toEqual({ kind: 'id', value: '0' })
    expect(read(`ripple:${R}?amount=1`).memo).toBeNull()
  })

  test.each([
    ['too large a tag', `ripple:${R}?dt=4294967296`, /not a destination tag/],
    ['a mistyped address', `ripple:${R.slice(0, -1)}${R.endsWith('a') ? 'b' : 'a'}?dt=1`, /not an address/],
    ['a fraction of a drop', `ripple:${R}?amount=0.0000001&dt=1`, /not an amount/],
    ['two different tags', `${classicAddressToXAddress(R, 5, false)}?dt=6`, /different destination tags/],
    ['nothing that a wallet knows', 'bitcoin:bc1q?amount=1', /not a payment request/],
  ])('with %s is refused', (_, uri, sentence) => {
    expect(() => read(uri)).toThrow(sentence)
  })
})

describe('a payment typed by hand', () => {
  test('has a numeric memo when it is digits, else a text', () => {
    const typed = { asset: 'XLM' as const, to: ` ${G} `, amount: '5', memo: '42' }
    expect(readTypedPayment(typed)).toMatchObject({ to: G, memo: { kind: 'id', value: '42' } })
    expect(readTypedPayment({ ...typed, memo: 'T-42' }).memo).toEqual({ kind: 'text', value: 'T-42' })
    expect(readTypedPayment({ ...typed, memoKind: 'text' }).memo).toEqual({ kind: 'text', value: '42' })
    expect(readTypedPayment({ ...typed, memo: '' }).memo).toBeNull()
  })

  test('does not go to an address of the other ledger', () => {
    expect(() => readTypedPayment({ asset: 'XRP', to: G, amount: '5', memo: '' })).toThrow(/XRP Ledger/)
    expect(() => readTypedPayment({ asset: 'USDC', to: R, amount: '5', memo: '' })).toThrow(/Stellar/)
  })
})

describe('ways to pay', () => {
  const request = readTypedPayment({ asset: 'USDC', to: G, amount: '0.0000003', memo: '42' })
  const sent = (mode: (typeof PAY_MODES)[number]) => paymentsFor({ from: 'buyer', request, mode })

  test('as asked, half, twice, without memo and in another asset', () => {
    const payment = { from: 'buyer', asset: 'USDC', to: G, amount: '0.0000003', memo: { kind: 'id', value: '42' } }
    expect(sent('exact')).toEqual([payment])
    expect(sent('short')).toEqual([{ ...payment, amount: '0.0000001' }])
    expect(sent('twice')).toEqual([payment, payment])
    expect(sent('no_memo')).toEqual([{ ...payment, memo: null, isCareless: true }])
    expect(sent('other_asset')).toEqual([{ ...payment, asset: 'XLM' }])
  })

  test('an open amount must be typed, and XRP has no other asset beside it', () => {
    expect(() => paymentsFor({ from: 'buyer', request: { ...request, amount: null }, mode: 'exact' })).toThrow(/open/)
    const xrp = readTypedPayment({ asset: 'XRP', to: R, amount: '1', memo: '42' })
    expect(() => paymentsFor({ from: 'buyer', request: xrp, mode: 'other_asset' })).toThrow(/nothing but XRP/)
  })
})
