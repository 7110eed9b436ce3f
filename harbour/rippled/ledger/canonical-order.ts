/** The order in which validators apply the transactions of a ledger: by account, salted with the hash of the set. */
import { decodeAccountID } from 'xrpl'
import { sha512Half } from '#harbour/rippled/engine/entries.ts'
import type { Pending } from '#harbour/rippled/ledger/open-view.ts'

const NOTHING = '0'.repeat(64)
/** Hash prefix of an inner node of a tree. */
const INNER_NODE = Buffer.from('MIN\0')
const HEX_DIGITS = [...'0123456789ABCDEF']

/** By account in an order that depends on the set, then by sequence, tickets last (CanonicalTXSet of rippled). */
export function canonicalOrder(pending: readonly Pending[]): Pending[] {
  return inOrderOf(setHash(pending.map(({ transaction }) => transaction.hash)), pending)
}

/** The order in which a server retries its own transactions: the same without a salt. */
export function unsaltedOrder(pending: readonly Pending[]): Pending[] {
  return inOrderOf(NOTHING, pending)
}

function inOrderOf(salt: string, pending: readonly Pending[]): Pending[] {
  const salted = Buffer.from(salt, 'hex')
  const keyOf = ({ transaction: { common, hash } }: Pending) => {
    const account = decodeAccountID(common.Account).map((byte, position) => byte ^ (salted[position] ?? 0))
    const ticket = common.TicketSequence === undefined ? 0 : 1
    const number = String(common.TicketSequence ?? common.Sequence).padStart(10, '0')
    return [Buffer.from(account).toString('hex'), ticket, number, hash].join(' ')
  }
  return pending
    .map((one) => ({ one, key: keyOf(one) }))
    .sort((first, second) => (first.key < second.key ? -1 : 1))
    .map(({ one }) => one)
}

/** Root of the tree of the agreed transactions, each a leaf under its own hash. */
function setHash(hashes: readonly string[]): string {
  return hashes.length === 0 ? NOTHING : innerHash(hashes, 0)
}

function innerHash(hashes: readonly string[], depth: number): string {
  const branches = HEX_DIGITS.map((digit) => {
    const below = hashes.filter((hash) => hash[depth] === digit)
    const [only, other] = below
    if (only === undefined) return NOTHING
    return other === undefined ? only : innerHash(below, depth + 1)
  })
  return sha512Half(Buffer.concat([INNER_NODE, Buffer.from(branches.join(''), 'hex')]))
}
