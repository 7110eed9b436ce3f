/**
 * The token in the address to which a wallet posts a signed transaction (SEP-7): it names the escrow, and is valid for
 * one transaction. It is not stored: only a page of ours showed it, with that transaction.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** 128 bits: not guessable, and the QR code stays legible. */
const BYTES = 16
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{22}$/

type Asked = { escrowId: string; hash: string }

/** A changed secret invalidates tokens: transactions shown before are then submitted on the page. */
export function handBackToken(secret: string, { escrowId, hash }: Asked): string {
  const seal = createHmac('sha256', secret).update(`hand-back:${escrowId}:${hash}`).digest()
  return `${escrowId}.${seal.subarray(0, BYTES).toString('base64url')}`
}

/** The escrow for which the transaction of this hash was shown; null for any other token. */
export function escrowOfHandBack(token: string, { secret, hash }: { secret: string; hash: string }): string | null {
  const escrowId = TOKEN.exec(token)?.[1]
  if (escrowId === undefined) return null
  const wanted = Buffer.from(handBackToken(secret, { escrowId, hash }))
  const shown = Buffer.from(token)
  return wanted.length === shown.length && timingSafeEqual(wanted, shown) ? escrowId : null
}
