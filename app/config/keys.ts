/**
 * Settings that name accounts and seeds. A sentence about a wrong one says what stands there and what belongs there; it never
 * repeats the value, which may be a secret in the wrong place.
 */
import { z } from 'zod'
import { NETWORK_NAMES, NETWORKS, type Network } from '#app/domain/kernel/assets.ts'
import { shapeOf } from './key-shapes.ts'
import { isThisMachine } from './origin.ts'
import { optional, required } from './values.ts'

const ACCOUNTS = {
  stellar: 'the address of the account (G…)',
  xrpl: 'the classic address of the account (r…)',
} as const
const SEEDS = { stellar: 'the secret seed (S…, 56 signs)', xrpl: 'the secret seed (s…)' } as const
/** Valid checksums whose keys nobody or everybody has: what is sent there is gone. */
const NOBODYS = [
  'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
]

/** An account of ours, or the issuer's: plain, with its checksum. */
export const account = (network: Network) =>
  required.superRefine((value, context) => {
    const message = accountComplaint(network, value)
    if (value !== '' && message !== null) context.addIssue({ code: 'custom', message })
  })

/** The seed of one; undefined where none is set. Whether it is that account's only the ledger's own library can tell. */
export const seed = (network: Network) =>
  optional.pipe(
    z
      .string()
      .optional()
      .superRefine((value, context) => {
        const message = value === undefined ? null : seedComplaint(network, value)
        if (message !== null) context.addIssue({ code: 'custom', message })
      }),
  )

/** As the XRP Ledger writes it: 33 bytes in hexadecimal, of either kind of key. */
export const publicKey = optional.pipe(
  z
    .string()
    .regex(
      /^(ED|0[23])[0-9A-F]{64}$/i,
      'must be the public key of the account, 66 hexadecimal signs that begin with ED, 02 or 03',
    )
    .optional(),
)

/** A service that signs; its token travels with each question. */
export const signerUrl = optional.pipe(
  z
    .string()
    .refine((value) => {
      const url = URL.canParse(value) ? new URL(value) : null
      if (url === null || url.username !== '' || url.password !== '') return false
      return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))
    }, 'must be an address that begins with https://, or with http:// on 127.0.0.1 or localhost, without name and password')
    .optional(),
)

/** For which ledgers it signs: both where nothing is said. */
export const signerLedgers = optional.transform((value, context): Network[] => {
  const named = (value ?? NETWORKS.join()).split(',').map((part) => part.trim())
  const ledgers = NETWORKS.filter((network) => named.includes(network))
  if (new Set(named).size !== ledgers.length) {
    context.addIssue({ code: 'custom', message: 'must be stellar, xrpl, or both with a comma between them' })
  }
  return ledgers
})

/** Null: it is an account of this ledger, or of either one where none is named. */
export function accountComplaint(network: Network | null, value: string): string | null {
  const belongs = network === null ? `${ACCOUNTS.stellar} or ${ACCOUNTS.xrpl}` : ACCOUNTS[network]
  const shape = shapeOf(value)
  if (NOBODYS.includes(value))
    return `is an account that nobody or everybody has the key of; set ${belongs} of your own`
  if (shape.kind === 'seed' || shape.kind === 'broken_secret') {
    return `holds a secret where ${belongs} belongs; take it out, and use another account if anybody may have seen it`
  }
  if (shape.kind === 'unknown') {
    return `is no account, because its checksum does not fit or it is something else; copy ${belongs} once more`
  }
  if (network !== null && shape.network !== network) {
    return `is an address of ${ledgerOf(shape.network)}; set ${belongs} on ${ledgerOf(network)}`
  }
  if (shape.kind === 'folded') {
    const what = shape.network === 'stellar' ? 'a muxed address (M…)' : 'an X-address'
    return `is ${what}; set the plain account inside of it, ${shape.account}, since each payment gets a number of its own`
  }
  return shape.kind === 'contract' ? `is a contract (C…); set ${belongs}` : null
}

function seedComplaint(network: Network, value: string): string | null {
  const shape = shapeOf(value)
  if (shape.kind === 'seed') {
    return shape.network === network
      ? null
      : `is a seed of ${ledgerOf(shape.network)}; set ${SEEDS[network]} of ${ledgerOf(network)}`
  }
  return shape.kind === 'account' || shape.kind === 'folded'
    ? `is an address; set ${SEEDS[network]} that belongs to it`
    : `is no secret seed of ${ledgerOf(network)}, because its checksum does not fit or it is something else; copy ${SEEDS[network]} once more`
}

const ledgerOf = (network: Network) => (network === 'xrpl' ? `the ${NETWORK_NAMES.xrpl}` : NETWORK_NAMES.stellar)
