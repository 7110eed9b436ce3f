/**
 * The token in the address to which a wallet hands back what it has signed (SEP-7): it names the escrow, and is good for one
 * transaction. Nothing of it is stored; whoever has it was shown that transaction by a page of ours.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** 128 bits: nobody guesses them, and the code to be scanned stays legible. */
const BYTES = 16
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{22}$/

type Asked = { escrowId: string; hash: string }

/** Another secret makes other tokens: what was shown before is then handed in on the page. */
export function handBackToken(secret: string, { escrowId, hash }: Asked): string {
  const seal = createHmac('sha256', secret).update(`hand-back:${escrowId}:${hash}`).digest()
  return `${escrowId}.${seal.subarray(0, BYTES).toString('base64url')}`
}

/** The escrow for which the transaction of this hash was shown; null for every token that was not made for it. */
export function escrowOfHandBack(token: string, { secret, hash }: { secret: string; hash: string }): string | null {
  const escrowId = TOKEN.exec(token)?.[1]
  if (escrowId === undefined) return null
  const wanted = Buffer.from(handBackToken(secret, { escrowId, hash }))
  const shown = Buffer.from(token)
  return wanted.length === shown.length && timingSafeEqual(wanted, shown) ? escrowId : null
}
