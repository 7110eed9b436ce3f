/** Journal entries: anchors of time, added accounts, and each ledger that had transactions. */
import { z } from 'zod'
import type { AssetName } from '#harbour/horizon/assets.ts'
import { EFFECT_TYPES, type EffectType } from '#harbour/horizon/engine/effects.ts'
import { LINE_FLAGS } from './account.ts'

const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

const asset = z.custom<AssetName>((value) => typeof value === 'string')

/** Missing in journals written before sponsoring existed. */
const sponsor = z.string().nullable().default(null)

/** Journals written before clawback existed have `authorized` instead of `flags`. */
const trustlineSchema = z
  .object({
    asset,
    balance: integer,
    limit: integer,
    authorized: z.boolean().default(false),
    flags: z.number().optional(),
    sponsor,
    modifiedIn: z.number(),
  })
  .transform(({ authorized, flags, ...line }) => ({
    ...line,
    flags: flags ?? (authorized ? LINE_FLAGS.authorized : 0),
  }))

const accountSchema = z.object({
  address: z.string(),
  balance: integer,
  sequence: integer,
  sequenceMoved: z.object({ ledger: z.number(), time: z.number() }).nullable(),
  homeDomain: z.string(),
  inflationDestination: z.string().nullable(),
  flags: z.number(),
  masterWeight: z.number(),
  thresholds: z.object({ low: z.number(), med: z.number(), high: z.number() }),
  signers: z.array(z.object({ key: z.string(), weight: z.number(), sponsor })).readonly(),
  trustlines: z.array(trustlineSchema).readonly(),
  data: z.record(z.string(), z.string()).readonly(),
  dataSponsors: z.record(z.string(), z.string()).readonly().default({}),
  sponsor,
  sponsoring: z.number().default(0),
  modifiedIn: z.number(),
})

const balanceSchema = z.object({
  id: z.string(),
  asset,
  amount: integer,
  claimants: z.array(z.object({ destination: z.string(), predicate: z.string() })).readonly(),
  sponsor: z.string(),
  clawback: z.boolean().default(false),
  modifiedIn: z.number(),
})

const accountsSchema = z.record(z.string(), accountSchema.nullable())

const effectSchema = z.object({
  account: z.object({
    address: z.string(),
    muxed: z.object({ address: z.string(), id: z.string() }).nullable(),
  }),
  type: z.custom<EffectType>((value) => typeof value === 'string' && Object.hasOwn(EFFECT_TYPES, value)),
  details: z.record(z.string(), z.json()),
})

const anchorSchema = z.object({ sequence: z.number().int(), at: z.number(), everyMs: z.number() })

const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('anchor'),
    anchor: anchorSchema,
    /** Of the first one only: the network's origin. */
    origin: z.string().optional(),
  }),
  z.object({ kind: z.literal('genesis'), ledger: z.number().int(), accounts: accountsSchema }),
  z.object({
    kind: z.literal('ledger'),
    sequence: z.number().int(),
    /** Set when the ledger closed outside the schedule. */
    anchor: anchorSchema.nullable(),
    /** Base64 XDR of envelopes and results, in order. */
    transactions: z.array(
      z.object({ envelope: z.string(), result: z.string(), effects: z.array(z.array(effectSchema)) }),
    ),
    /** Changed accounts after the ledger; null: removed. */
    accounts: accountsSchema,
    /** Claimable balances likewise. */
    balances: z.record(z.string(), balanceSchema.nullable()).default({}),
  }),
])

export type Entry = z.output<typeof entrySchema>
export type LedgerEntry = Extract<Entry, { kind: 'ledger' }>
export type TransactionEntry = LedgerEntry['transactions'][number]

/** Throws for a line of the journal that this version cannot read. */
export function readEntry(line: unknown): Entry {
  return entrySchema.parse(line)
}

/** Returns the entry as plain JSON, bigints as text. */
export function writeEntry(entry: Entry): unknown {
  return JSON.parse(JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
}
