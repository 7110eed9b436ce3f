/** PREIMAGE-SHA-256 crypto-conditions, the only kind on the ledger. DER is read as leniently as the server does. */
import { createHash } from 'node:crypto'

const LARGEST_CONDITION = 128
const LARGEST_FULFILMENT = 256
const LONGEST_PREIMAGE = 128
const FINGERPRINT_SIZE = 32

const CONTEXT_SPECIFIC = 0x80
const CONSTRUCTED = 0x20
const LONG_TAG = 0x1f
/** Bytes of a 32-bit number with a leading zero. */
const LONGEST_COST = 5

type Condition = { fingerprint: Buffer; cost: number }

type Element = { isConstructed: boolean; tag: number; content: Buffer; rest: Buffer }

/** Takes hexadecimal. Null: not a condition, or of a kind that the ledger refuses. */
export function readCondition(hex: string): Condition | null {
  const outer = elementOf(Buffer.from(hex, 'hex'))
  if (outer === null || !outer.isConstructed || outer.tag !== 0 || outer.rest.length > 0) return null
  if (outer.content.length > LARGEST_CONDITION) return null
  const fingerprint = elementOf(outer.content)
  if (fingerprint === null || fingerprint.isConstructed || fingerprint.tag !== 0) return null
  if (fingerprint.content.length !== FINGERPRINT_SIZE) return null
  const cost = elementOf(fingerprint.rest)
  if (cost === null || cost.isConstructed || cost.tag !== 1 || cost.rest.length > 0) return null
  const number = numberOf(cost.content)
  return number === null || number > LONGEST_PREIMAGE ? null : { fingerprint: fingerprint.content, cost: number }
}

/** Returns true if the fulfilment opens the condition (both hexadecimal); false also if one cannot be read. */
export function fulfils(fulfilment: string, condition: string): boolean {
  const wanted = readCondition(condition)
  const preimage = preimageOf(fulfilment)
  if (wanted === null || preimage === null) return false
  const fingerprint = createHash('sha256').update(preimage).digest()
  return wanted.cost === preimage.length && wanted.fingerprint.equals(fingerprint)
}

function preimageOf(hex: string): Buffer | null {
  const outer = elementOf(Buffer.from(hex, 'hex'))
  if (outer === null || !outer.isConstructed || outer.tag !== 0 || outer.rest.length > 0) return null
  if (outer.content.length > LARGEST_FULFILMENT) return null
  const inner = elementOf(outer.content)
  if (inner === null || inner.isConstructed || inner.tag !== 0 || inner.rest.length > 0) return null
  return inner.content.length > LONGEST_PREIMAGE ? null : inner.content
}

/** Returns the first element, if it is whole. Supports the DER needed here: short tags, both forms of length. */
function elementOf(bytes: Buffer): Element | null {
  const [identifier, short] = bytes
  if (identifier === undefined || short === undefined) return null
  const isContextSpecific = (identifier & 0xc0) === CONTEXT_SPECIFIC
  const tag = identifier & LONG_TAG
  if (!isContextSpecific || tag === LONG_TAG) return null
  const isLong = (short & 0x80) !== 0
  const size = isLong ? short & 0x7f : 0
  const start = 2 + size
  if (bytes.length < start || size > 8 || (isLong && size === 0)) return null
  const length = isLong ? BigInt(`0x${bytes.toString('hex', 2, start)}`) : BigInt(short)
  if ((isLong && length === 0n) || length > BigInt(bytes.length - start)) return null
  const end = start + Number(length)
  const isConstructed = (identifier & CONSTRUCTED) !== 0
  return { isConstructed, tag, content: bytes.subarray(start, end), rest: bytes.subarray(end) }
}

/** Null: negative, or more than 32 bits. */
function numberOf(bytes: Buffer): number | null {
  const [first] = bytes
  if (first === undefined || bytes.length > LONGEST_COST || first >= 0x80) return null
  if (bytes.length === LONGEST_COST && first !== 0) return null
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}
