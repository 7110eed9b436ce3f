import { Keypair, MuxedAccount, StrKey } from '@stellar/stellar-sdk/base'
import { afterEach, describe, expect, test } from 'vitest'
import { classicAddressToXAddress, ECDSA, Wallet } from 'xrpl'
import { HARBOUR_SEALING_KEY } from '#app/kernel/domain/harbour-addresses.ts'
import { HARBOUR_SEALING_KEY as OF_HARBOUR, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { shapeOf } from './key-shapes.ts'
import { accountComplaint, optionalAccount, sealingKeys, seedSetting } from './keys.ts'

const stellar = stellarPlayKey('buyer')
const xrpl = xrplPlayWallet('buyer')
const muxed = MuxedAccount.fromAddress(
  StrKey.encodeMed25519PublicKey(Buffer.concat([Buffer.from(stellar.rawPublicKey()), Buffer.alloc(8, 1)])),
  '0',
).accountId()
const contract = StrKey.encodeContract(Buffer.alloc(32, 7))
const xAddress = classicAddressToXAddress(xrpl.address, 7, true)
const brokenSeed = `${stellar.secret().slice(0, 55)}${stellar.secret().endsWith('A') ? 'B' : 'A'}`
const secp = Wallet.generate(ECDSA.secp256k1).seed ?? ''

/** Replaces one character at a time by another one of its alphabet. */
const mistyped = (text: string) =>
  [...text].map((sign, at) => `${text.slice(0, at)}${sign === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`)

describe('what a text is', () => {
  test.each([
    ['a Stellar account', stellar.publicKey(), { kind: 'account', network: 'stellar' }],
    ['a muxed address', muxed, { kind: 'folded', network: 'stellar', account: stellar.publicKey() }],
    ['a contract', contract, { kind: 'contract', network: 'stellar' }],
    ['a Stellar seed', stellar.secret(), { kind: 'seed', network: 'stellar' }],
    ['an XRP account', xrpl.address, { kind: 'account', network: 'xrpl' }],
    ['an X-address', xAddress, { kind: 'folded', network: 'xrpl', account: xrpl.address }],
    ['a seed of ed25519', xrpl.seed ?? '', { kind: 'seed', network: 'xrpl' }],
    ['a seed of secp256k1', secp, { kind: 'seed', network: 'xrpl' }],
    ['a seed with a wrong sign', brokenSeed, { kind: 'broken_secret' }],
    ['a recovery phrase', `${'abandon '.repeat(11)}about`, { kind: 'broken_secret' }],
    ['anything else', 'GABC', { kind: 'unknown' }],
    ['nothing', '', { kind: 'unknown' }],
    ['what is only base32', 'A'.repeat(56), { kind: 'unknown' }],
  ])('%s', (_, text, shape) => expect(shapeOf(text)).toEqual(shape))

  test('agrees with the ledgers’ own libraries about keys of every kind', () => {
    for (let round = 0; round < 50; round += 1) {
      const key = Keypair.random()
      expect([shapeOf(key.publicKey()).kind, shapeOf(key.secret()).kind]).toEqual(['account', 'seed'])
      expect(shapeOf(Wallet.generate().address)).toEqual({ kind: 'account', network: 'xrpl' })
    }
  })

  test('no sign of an address can be wrong', () => {
    for (const address of [stellar.publicKey(), xrpl.address]) {
      for (const wrong of mistyped(address).filter((each) => each !== address)) {
        expect(shapeOf(wrong).kind, wrong).not.toBe('account')
      }
    }
  })
})

test('an account that is none is told by what stands there, and never repeated', () => {
  const said = (value: string) => accountComplaint('stellar', value)
  expect(said(stellar.publicKey())).toBeNull()
  expect(said(xrpl.address)).toContain('is an address of the XRP Ledger')
  expect(said(muxed)).toContain(`set the plain account inside of it, ${stellar.publicKey()}`)
  expect(said(contract)).toContain('is a contract')
  expect(said('GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF')).toContain('nobody')
  for (const secret of [stellar.secret(), xrpl.seed ?? '', secp]) {
    expect(said(secret)).toContain('holds a secret')
    expect(said(secret)).not.toContain(secret)
    expect(accountComplaint('xrpl', secret)).toContain('holds a secret')
  }
  expect(accountComplaint('xrpl', xAddress)).toContain(
    `is an X-address; set the plain account inside of it, ${xrpl.address}`,
  )
  expect(accountComplaint('xrpl', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp')).toContain('nobody')
  expect([accountComplaint(null, xrpl.address), accountComplaint(null, stellar.publicKey())]).toEqual([null, null])
})

describe('a seed', () => {
  let said = ''
  afterEach(() => {
    said = ''
  })
  const complain = (network: 'stellar' | 'xrpl', value: string) => {
    said =
      seedSetting(network)
        .safeParse(value)
        .error?.issues.map(({ message }) => message)
        .join() ?? ''
    return said
  }

  test('is taken with its checksum, and may be missing', () => {
    expect([complain('stellar', stellar.secret()), complain('xrpl', secp), complain('xrpl', xrpl.seed ?? '')]).toEqual([
      '',
      '',
      '',
    ])
    expect(seedSetting('stellar').parse(undefined)).toBeUndefined()
  })

  test('of the other ledger, mistyped, or an address in its place is told without its value', () => {
    expect(complain('stellar', secp)).toContain('is a seed of the XRP Ledger')
    expect(complain('xrpl', stellar.secret())).toContain('is a seed of Stellar')
    expect(complain('stellar', stellar.publicKey())).toContain('is an address')
    expect(complain('stellar', brokenSeed)).toContain('is no secret seed of Stellar')
    expect(said).not.toContain(brokenSeed.slice(0, 12))
  })
})

test('an account that may be left out is checked like any other when it is there', () => {
  const said = (value: string | undefined) =>
    optionalAccount('stellar')
      .safeParse(value)
      .error?.issues.map(({ message }) => message)
      .join() ?? ''
  expect([optionalAccount('xrpl').parse(undefined), optionalAccount('xrpl').parse(' ')]).toEqual([undefined, undefined])
  expect([said(stellar.publicKey()), said('')]).toEqual(['', ''])
  expect(said(xrpl.address)).toContain('is an address of the XRP Ledger')
  expect(said(stellar.secret())).toContain('holds a secret')
  expect(said(stellar.secret())).not.toContain(stellar.secret())
})

describe('keys that seal', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, place) => 255 - place))
  const other = Buffer.alloc(32, 7)
  const said = (value: string) =>
    sealingKeys
      .safeParse(value)
      .error?.issues.map(({ message }) => message)
      .join() ?? ''

  test('are 32 bytes in either alphabet of base64 or in hexadecimal, the same key by the same name', () => {
    const written = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex').toUpperCase()]
    const read = written.map((text) => sealingKeys.parse(text))
    for (const [key, ...others] of read) {
      expect(others).toEqual([])
      expect(Buffer.from(key?.bytes ?? []).equals(bytes)).toBe(true)
    }
    expect(new Set(read.map(([key]) => key?.id)).size).toBe(1)
    expect(read[0]?.[0]?.id).toMatch(/^[0-9a-f]{16}$/)
  })

  test('may be several, the first one first; none is none', () => {
    const [first, second] = sealingKeys.parse(` ${other.toString('hex')} , ${bytes.toString('base64')}`)
    expect([first?.bytes, second?.bytes].map((each) => Buffer.from(each ?? []))).toEqual([other, bytes])
    expect([sealingKeys.parse(undefined), sealingKeys.parse('')]).toEqual([[], []])
  })

  test.each([
    ['too short', bytes.subarray(1).toString('base64')],
    ['too long', Buffer.alloc(33, 1).toString('base64')],
    ['of hexadecimal that is cut off', bytes.toString('hex').slice(1)],
    ['words', 'a sentence that is as long as a key, but none'],
    ['a seed', stellar.secret()],
    ['one of them empty', `${bytes.toString('hex')},`],
  ])('are refused when %s, and never repeated', (_, value) => {
    expect(said(value)).toContain('must be 32 random bytes in base64 or hexadecimal (openssl rand -base64 32)')
    expect(said(value)).not.toContain(value.slice(0, 12))
  })

  test('are not told twice', () => {
    expect(said(`${bytes.toString('hex')},${bytes.toString('base64')}`)).toBe('the same key stands there twice')
  })

  test('the harbour’s is known by its name', () => {
    expect(sealingKeys.parse(OF_HARBOUR).map(({ id }) => id)).toEqual([HARBOUR_SEALING_KEY])
  })
})
