/** Wallet addresses in free text, where the EU and the United Kingdom write them. */
import { createHash } from 'node:crypto'

const XRPL_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
const BITCOIN_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Addresses with a right checksum, also when a space or a line end splits one. */
export function walletsIn(text: string): { currency: string; address: string }[] {
  const words = text.split(/[^0-9A-Za-z]+/)
  const found = words.flatMap((word, index) => {
    const candidates = [word, word + (words[index + 1] ?? '')]
    const address = candidates.find((candidate) => currencyOf(candidate) !== null)
    return address === undefined ? [] : [{ currency: currencyOf(address) ?? '', address }]
  })
  return [...new Map(found.map((wallet) => [wallet.address, wallet])).values()]
}

/** Announces an address, as authorities word it; then the currency in capitals, if named. */
const ANNOUNCED =
  /\b(?:[Dd]igital|[Vv]irtual|[Cc]rypto)[- ]?(?:[Cc]urrency|[Aa]sset)? (?:[Ww]allet )?[Aa]ddress(?:es)?\b(?:[\s:(–-]+([A-Z][A-Z0-9]{1,9})\b)?/g
/** In characters: an address stands close to its announcement. */
const NEAR = 300

/** Currencies of announced addresses of an unknown form; `?` where the text names none. */
export function unreadWalletsIn(text: string): string[] {
  const announced = [...text.matchAll(ANNOUNCED)]
  const unread = announced.filter(({ index, 0: words }, at) => {
    const from = index + words.length
    return walletsIn(text.slice(from, Math.min(announced[at + 1]?.index ?? text.length, from + NEAR))).length === 0
  })
  return [...new Set(unread.map(([, currency]) => currency ?? '?'))]
}

/** Null: no address, or a mistyped one. */
function currencyOf(word: string): string | null {
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(word)) return isBase58Check(word, XRPL_ALPHABET) ? 'XRP' : null
  if (/^G[A-Z2-7]{55}$/.test(word)) return isStrKey(word) ? 'XLM' : null
  if (/^[13][1-9A-HJ-NP-Za-km-z]{25,33}$/.test(word)) return isBase58Check(word, BITCOIN_ALPHABET) ? 'XBT' : null
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(word)) return isBase58Check(word, BITCOIN_ALPHABET) ? 'TRX' : null
  return /^0x[0-9a-fA-F]{40}$/.test(word) ? 'ETH' : null
}

function isBase58Check(word: string, alphabet: string): boolean {
  let number = 0n
  for (const letter of word) {
    const digit = alphabet.indexOf(letter)
    if (digit === -1) return false
    number = number * 58n + BigInt(digit)
  }
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex')
  if (bytes.length !== 25) return false
  const once = createHash('sha256').update(bytes.subarray(0, 21)).digest()
  return createHash('sha256').update(once).digest().subarray(0, 4).equals(bytes.subarray(21))
}

function isStrKey(word: string): boolean {
  let bits = ''
  for (const letter of word) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  let crc = 0
  for (const byte of bytes.subarray(0, 33)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return bytes[0] === 6 << 3 && bytes.readUInt16LE(33) === crc
}
