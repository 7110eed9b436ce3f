import { expect, it } from 'vitest'
import { isSameWallet, isWalletSecret, readWalletLink, recognizePasted, shortAddress, walletOf } from './wallet.ts'

it('a wallet is another one when its memo is', () => {
  expect(isSameWallet({ address: 'G', memo: null }, { address: 'G', memo: null })).toBe(true)
  expect(isSameWallet({ address: 'G', memo: null }, { address: 'G', memo: '1' })).toBe(false)
  expect(isSameWallet({ address: 'G', memo: '1' }, { address: 'H', memo: '1' })).toBe(false)
})

it('an empty memo is none', () => {
  expect(walletOf({ address: 'G', memo: '' })).toEqual({ address: 'G', memo: null })
  expect(walletOf({ address: 'G', memo: '7' })).toEqual({ address: 'G', memo: '7' })
})

const STELLAR = 'GAPE24RHZ7D3HAKFRDXD32O6WTKHBCPNQ6UKWSEYUWJ4H2K6UXHLLE4Q'
const XRPL = 'rM72TJWXrLPs2FSmRW7qWB9osCMdGScL5T'
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'
const X_ADDRESS = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'
const PHRASE = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

it.each([
  ['USDC', STELLAR, null],
  ['XRP', XRPL, null],
  ['USDC', `${STELLAR.slice(0, -1)}A`, null],
  ['XLM', 'not an address', null],
  ['USDC', 'ann*lobstr.co', 'name'],
  ['XRP', 'ann*lobstr.co', 'other_network'],
  ['XLM', MUXED, 'folded'],
  ['XRP', X_ADDRESS, 'folded'],
  ['XRP', MUXED, 'other_network'],
  ['XLM', X_ADDRESS, 'other_network'],
  ['USDC', XRPL, 'other_network'],
  ['XRP', STELLAR, 'other_network'],
  ['USDC', '0x52908400098527886E0F7030069857D2E4169EE7', 'other_chain'],
  ['XRP', '0x52908400098527886E0F7030069857D2E4169EE7', 'other_chain'],
  ['USDC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'other_chain'],
  ['USDC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'other_chain'],
  ['USDC', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'other_chain'],
  ['XRP', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'other_chain'],
  ['USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'other_chain'],
  ['USDC', `C${STELLAR.slice(1)}`, 'contract'],
  ['USDC', `S${STELLAR.slice(1)}`, 'secret'],
  ['XRP', `S${STELLAR.slice(1)}`, 'secret'],
  ['XRP', 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', 'secret'],
  ['XLM', PHRASE, 'secret'],
] as const)('%s: %s', (asset, text, kind) => expect(recognizePasted(asset, text)).toBe(kind))

it.each([
  ['XRP', `${XRPL.slice(0, 10)} ${XRPL.slice(10)}:7`, { address: XRPL, memo: '7' }],
  ['XRP', `${XRPL} : 7`, { address: XRPL, memo: '7' }],
  ['XRP', `${XRPL}?dt=33722`, { address: XRPL, memo: '33722' }],
  ['XRP', `${XRPL}:33722`, { address: XRPL, memo: '33722' }],
  ['XRP', `ripple:${XRPL}?amount=5&dt=33722`, { address: XRPL, memo: '33722' }],
  ['XRP', `xrpl:${XRPL}`, { address: XRPL, memo: null }],
  ['XRP', `https://bithomp.com/explorer/${XRPL}`, { address: XRPL, memo: null }],
  ['XRP', `https://xumm.app/detect/request:${XRPL}?dt=7`, { address: XRPL, memo: '7' }],
  [
    'XLM',
    `web+stellar:pay?destination=${STELLAR}&amount=5&memo=998877&memo_type=MEMO_ID`,
    { address: STELLAR, memo: '998877' },
  ],
  ['USDC', `https://stellar.expert/explorer/public/account/${STELLAR}`, { address: STELLAR, memo: null }],
  ['USDC', `${STELLAR.slice(0, 20)} ${STELLAR.slice(20)}`, { address: STELLAR, memo: null }],
  ['USDC', `web+stellar:pay?destination=${MUXED}`, { address: MUXED, memo: null }],
] as const)('%s: what wallets and exchanges copy is read: %s', (asset, text, wallet) => {
  expect(readWalletLink(asset, text)).toEqual(wallet)
  expect(recognizePasted(asset, text)).toBe('link')
})

it('nothing is read from what holds no address of the ledger, two of them, or one alone', () => {
  for (const text of [XRPL, '', 'rent', `${XRPL} ${XRPL.slice(0, -1)}Z`, `x${XRPL}`, `https://a.example/${STELLAR}`])
    expect(readWalletLink('XRP', text)).toBeNull()
})

it('no address, memo or name is taken for a secret', () => {
  for (const text of [STELLAR, XRPL, MUXED, X_ADDRESS, 'ann*lobstr.co', '538864961', 'invoice 12']) {
    expect(isWalletSecret(text)).toBe(false)
  }
})

it('an address in short, as people read it out', () => {
  expect(shortAddress(STELLAR)).toBe('GAPE…LE4Q')
})
