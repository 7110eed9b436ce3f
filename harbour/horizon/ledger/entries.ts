/** What the journal holds: anchors of time, accounts that joined, and each ledger that had transactions. */
import { z } from 'zod'
import type { AssetName } from '#harbour/horizon/assets.ts'
import { EFFECT_TYPES, type EffectType } from '#harbour/horizon/engine/effects.ts'

const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

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
  signers: z.array(z.object({ key: z.string(), weight: z.number() })).readonly(),
  trustlines: z
    .array(
      z.object({
        asset: z.custom<AssetName>((value) => typeof value === 'string'),
        balance: integer,
        limit: integer,
        authorized: z.boolean(),
        modifiedIn: z.number(),
      }),
    )
    .readonly(),
  data: z.record(z.string(), z.string()).readonly(),
  modifiedIn: z.number(),
})

const accountsSchema = z.record(z.string(), accountSchema.nullable())

const effectSchema = z.object({
  account: z.object({
    address: z.string(),
    muxed: z.object({ address: z.string(), id: z.string() }).nullable(),
  }),
  type: z.custom<EffectType>((value) => typeof value === 'string' && Object.hasOwn(EFFECT_TYPES, value)),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

const anchorSchema = z.object({ sequence: z.number().int(), at: z.number(), everyMs: z.number() })

const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('anchor'),
    anchor: anchorSchema,
    /** Of the first one: the network's origin. */
    origin: z.string().optional(),
  }),
  z.object({ kind: z.literal('genesis'), ledger: z.number().int(), accounts: accountsSchema }),
  z.object({
    kind: z.literal('ledger'),
    sequence: z.number().int(),
    /** Present when the ledger was closed off the beat. */
    anchor: anchorSchema.nullable(),
    /** Base64 XDR of envelopes and results, in order. */
    transactions: z.array(
      z.object({ envelope: z.string(), result: z.string(), effects: z.array(z.array(effectSchema)) }),
    ),
    /** Accounts that it changed, as they are afterwards; null for those that are gone. */
    accounts: accountsSchema,
  }),
])

export type Entry = z.output<typeof entrySchema>
export type LedgerEntry = Extract<Entry, { kind: 'ledger' }>
export type TransactionEntry = LedgerEntry['transactions'][number]

/** Throws when a line of the journal is not what this version writes. */
export function readEntry(line: unknown): Entry {
  return entrySchema.parse(line)
}

/** The entry as plain JSON: big numbers become text. */
export function writeEntry(entry: Entry): unknown {
  return JSON.parse(JSON.stringify(entry, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
}
