/**
 * Classifies a text in the place of an account or a seed, and checks checksums. Both processes use it when they start:
 * the ledgers' own libraries, which take a second to load, are not needed. No network access.
 */
import { base32nopad } from '@scure/base'
import { decodeSeed, isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec'
import type { Network } from '#app/kernel/domain/assets.ts'
import { isWalletSecret } from '#app/kernel/domain/wallet.ts'

/** `folded`: an account with a number inside, muxed (M…) or an X-address; `account` is the plain one. */
export type KeyShape =
  | { kind: 'account'; network: Network }
  | { kind: 'folded'; network: Network; account: string }
  | { kind: 'contract'; network: 'stellar' }
  | { kind: 'seed'; network: Network }
  /** Looks like a seed or a recovery phrase, but is no seed of either ledger: mistyped, or of another wallet. */
  | { kind: 'broken_secret' }
  | { kind: 'unknown' }

/** SEP-23: the first byte says what a Stellar key stands for. */
const STELLAR_KINDS = { account: 6 << 3, seed: 18 << 3, muxed: 12 << 3, contract: 2 << 3 } as const
const KEY_BYTES = 32

export function shapeOf(text: string): KeyShape {
  return stellarShape(text) ?? xrplShape(text) ?? { kind: isWalletSecret(text) ? 'broken_secret' : 'unknown' }
}

function stellarShape(text: string): KeyShape | null {
  const payload = readStrKey(text)
  if (payload === null) return null
  const [kind, ...content] = payload
  if (kind === STELLAR_KINDS.muxed && content.length === KEY_BYTES + 8) {
    const key = content.slice(0, KEY_BYTES)
    return { kind: 'folded', network: 'stellar', account: writeStrKey([STELLAR_KINDS.account, ...key]) }
  }
  if (content.length !== KEY_BYTES) return null
  if (kind === STELLAR_KINDS.account) return { kind: 'account', network: 'stellar' }
  if (kind === STELLAR_KINDS.seed) return { kind: 'seed', network: 'stellar' }
  return kind === STELLAR_KINDS.contract ? { kind: 'contract', network: 'stellar' } : null
}

/** Returns the bytes of a key without their checksum. Null: no valid key. */
function readStrKey(text: string): number[] | null {
  let bytes: number[]
  try {
    bytes = [...base32nopad.decode(text)]
  } catch {
    return null
  }
  const payload = bytes.slice(0, -2)
  return writeStrKey(payload) === text ? payload : null
}

function writeStrKey(payload: number[]): string {
  const checksum = crc16(payload)
  return base32nopad.encode(Uint8Array.from([...payload, checksum & 0xff, checksum >> 8]))
}

/** CRC-16/XMODEM, as SEP-23 requires. */
function crc16(bytes: readonly number[]): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

function xrplShape(text: string): KeyShape | null {
  if (isValidClassicAddress(text)) return { kind: 'account', network: 'xrpl' }
  if (isValidXAddress(text)) {
    return { kind: 'folded', network: 'xrpl', account: xAddressToClassicAddress(text).classicAddress }
  }
  try {
    decodeSeed(text)
    return { kind: 'seed', network: 'xrpl' }
  } catch {
    return null
  }
}
