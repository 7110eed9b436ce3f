/**
 * Settings that name accounts and seeds. An error message says what kind of value is set and what belongs there; it
 * never repeats the value, which may be a secret in the wrong place.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { NETWORK_FACTS, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { shapeOf } from './key-shapes.ts'
import { isThisMachine } from './origin.ts'
import { optional, required } from './values.ts'

const ACCOUNTS = {
  stellar: 'the address of the account (G…)',
  xrpl: 'the classic address of the account (r…)',
} as const
const SEEDS = { stellar: 'the secret seed (S…, 56 signs)', xrpl: 'the secret seed (s…)' } as const
/** Valid addresses whose keys nobody or everybody has: what is sent there is lost. */
const NOBODYS = [
  'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
]

/** An account of ours or of an issuer: a plain address with a valid checksum. */
export const account = (network: Network) =>
  required.superRefine((value, context) => {
    const message = accountComplaint(network, value)
    if (value !== '' && message !== null) context.addIssue({ code: 'custom', message })
  })

export const optionalAccount = (network: Network) =>
  optional.pipe(
    z
      .string()
      .optional()
      .superRefine((value, context) => {
        const message = value === undefined ? null : accountComplaint(network, value)
        if (message !== null) context.addIssue({ code: 'custom', message })
      }),
  )

/** A seed; undefined: not set. Only the ledger's own library can check whether it belongs to its account. */
export const seedSetting = (network: Network) =>
  optional.pipe(
    z
      .string()
      .optional()
      .superRefine((value, context) => {
        const message = value === undefined ? null : seedComplaint(network, value)
        if (message !== null) context.addIssue({ code: 'custom', message })
      }),
  )

/** In the XRP Ledger's format: 33 bytes in hexadecimal, of either kind of key. */
export const publicKey = optional.pipe(
  z
    .string()
    .regex(
      /^(ED|0[23])[0-9A-F]{64}$/i,
      'must be the public key of the account, 66 hexadecimal signs that begin with ED, 02 or 03',
    )
    .optional(),
)

/** 32 bytes that seal, and the id by which sealed data names this key. */
export type SealingKey = { id: string; bytes: Uint8Array }

const SEALING_BYTES = 32
/** Hexadecimal, or base64 of either alphabet. */
const SEALING_SHAPE = /^(?:[0-9a-f]{64}|[A-Za-z0-9+/]{43}=?|[\w-]{43}=?)$/i

/** One or more, separated by commas; empty: not set. */
export const sealingKeys = optional.transform((value, context): SealingKey[] => {
  const written = value?.split(',').map((part) => part.trim()) ?? []
  const keys = written.filter((text) => SEALING_SHAPE.test(text)).map(readSealingKey)
  if (keys.length < written.length || keys.some(({ bytes }) => bytes.length !== SEALING_BYTES)) {
    const message =
      'must be 32 random bytes in base64 or hexadecimal (openssl rand -base64 32), or several with commas between them'
    context.addIssue({ code: 'custom', message })
  } else if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'the same key stands there twice' })
  }
  return keys
})

function readSealingKey(text: string): SealingKey {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  const id = createHash('sha256').update('quayside sealing key').update(bytes).digest('hex').slice(0, 16)
  return { id, bytes }
}

/** The address of a signing service; its token is sent with each request. */
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

/** The ledgers that the service signs for; not set: both. */
export const signerLedgers = optional.transform((value, context): Network[] => {
  const named = (value ?? NETWORKS.join()).split(',').map((part) => part.trim())
  const ledgers = NETWORKS.filter((network) => named.includes(network))
  if (new Set(named).size !== ledgers.length) {
    context.addIssue({ code: 'custom', message: 'must be stellar, xrpl, or both with a comma between them' })
  }
  return ledgers
})

/** Null: an account of this ledger, or of either one when `network` is null. */
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

const ledgerOf = (network: Network) =>
  network === 'xrpl' ? `the ${NETWORK_FACTS.xrpl.name}` : NETWORK_FACTS.stellar.name
