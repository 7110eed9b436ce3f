import { expect, test } from 'vitest'
import { ECDSA, hashes, type Payment, Wallet } from 'xrpl'
import { keyOfSeed, signTransaction, type XrplKey } from './blob.server.ts'

const wallets = [ECDSA.ed25519, ECDSA.secp256k1].map((algorithm) => Wallet.generate(algorithm))
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const paymentOf = (wallet: Wallet): Payment => ({
  TransactionType: 'Payment',
  Account: wallet.classicAddress,
  Destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  Amount: '1000000',
  Fee: '12',
  Flags: 0,
  Sequence: 1,
  LastLedgerSequence: 100,
})

const lying = (key: XrplKey, sign: XrplKey['sign']): XrplKey => ({ ...key, sign })

test.each(wallets)('what is signed is what was asked for, by keys of both kinds', async (wallet) => {
  const payment = paymentOf(wallet)
  const { hash, blob } = await signTransaction(payment, keyOfSeed(wallet.seed ?? ''))
  expect([hash, blob]).toEqual([hashes.hashSignedTx(blob), wallet.sign(payment).tx_blob])
})

test.each(wallets)(
  'a signature that is not the account’s, or not of these bytes, or none, is taken from nobody',
  async (wallet) => {
    const payment = paymentOf(wallet)
    const key = keyOfSeed(wallet.seed ?? '')
    const stranger = keyOfSeed(Wallet.generate().seed ?? '')
    const lies: XrplKey['sign'][] = [
      (asked) => stranger.sign({ ...asked, SigningPubKey: stranger.publicKey, Account: stranger.address }),
      (asked) => key.sign({ ...asked, Fee: '13' }),
      () => '00',
      () => 'FF'.repeat(64),
      () => '',
    ]
    for (const lie of lies) {
      await expect(signTransaction(payment, lying(key, lie))).rejects.toMatchObject({ name: 'SignerUnavailable' })
    }
    await expect(signTransaction({ ...payment, Account: stranger.address }, key)).rejects.toThrow(
      'not the paying account',
    )
  },
)

test('the other form of the same signature, which the ledger refuses, is refused before', async () => {
  const [, wallet] = wallets
  const key = keyOfSeed(wallet?.seed ?? '')
  const mirrored = lying(key, async (asked) => mirror(await key.sign(asked)))
  if (!wallet) throw new Error('no wallet')
  await expect(signTransaction(paymentOf(wallet), mirrored)).rejects.toMatchObject({ name: 'SignerUnavailable' })
})

/** DER: 30 length 02 length r 02 length s; with n − s in the place of s. */
function mirror(der: string): string {
  const lengthOfR = Number.parseInt(der.slice(6, 8), 16)
  const r = der.slice(4, 8 + lengthOfR * 2)
  const s = BigInt(`0x${der.slice(12 + lengthOfR * 2)}`)
  const high = (CURVE_ORDER - s).toString(16).padStart(64, '0')
  const body = `${r}02${high >= '8' ? `2100${high}` : `20${high}`}`
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`.toUpperCase()
}
