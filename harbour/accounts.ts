/** Play accounts, the same in every harbour. Seeds derive from public words, so anyone can sign: play money only. */
import { createHash } from 'node:crypto'
import { Keypair } from '@stellar/stellar-sdk'
import { ECDSA, Wallet } from 'xrpl'
import { HARBOUR_CHAINS } from '#app/kernel/domain/harbour-addresses.ts'

export const HARBOUR_PASSPHRASE = HARBOUR_CHAINS.stellar
/** At most 1024: transactions then carry no NetworkID (XRPL rule). No known network uses this id. */
export const HARBOUR_NETWORK_ID = Number(HARBOUR_CHAINS.xrpl)

export const PLAY_NAMES = [
  'fee',
  'escrow',
  'keeper',
  'arbiter',
  'usdc-issuer',
  'buyer',
  'seller',
  'second-buyer',
  'exchange',
  'friend',
] as const
export type PlayName = (typeof PLAY_NAMES)[number]

export function stellarPlayKey(name: PlayName): Keypair {
  return Keypair.fromRawEd25519Seed(createHash('sha256').update(`Quayside harbour, Stellar: ${name}`).digest())
}

/** Seals the secrets of on-chain escrows on the harbour's XRP Ledger. */
export const HARBOUR_SEALING_KEY = createHash('sha256').update('Quayside harbour: sealing key').digest('base64')

/** Cache: deriving a key takes 10 ms. */
const xrplWallets = new Map<PlayName, Wallet>()

export function xrplPlayWallet(name: PlayName): Wallet {
  const wallet = xrplWallets.get(name) ?? deriveXrplWallet(name)
  xrplWallets.set(name, wallet)
  return wallet
}

function deriveXrplWallet(name: PlayName): Wallet {
  const entropy = createHash('sha256').update(`Quayside harbour, XRP Ledger: ${name}`).digest().subarray(0, 16)
  return Wallet.fromEntropy(entropy, { algorithm: ECDSA.ed25519 })
}
