/** Reads fields of a decoded transaction, by schema. */
import { z } from 'zod'
import { ALL_DROPS } from '#harbour/rippled/engine/rules.ts'

/** Answered as `invalidTransaction` with this message; the engine does not see the transaction. */
export class InvalidTransaction extends Error {
  override name = 'InvalidTransaction' as const
}

/** Drops, or an amount of an issued currency or token. */
export const AmountSchema = z.union([z.string(), z.looseObject({ value: z.string() })])
export type Amount = z.infer<typeof AmountSchema>

/** Of a currency that an account issues. */
export const IssuedSchema = z.object({ value: z.string(), currency: z.string(), issuer: z.string() })
export type Issued = z.infer<typeof IssuedSchema>

export function isIssued(amount: Amount): amount is Issued {
  return IssuedSchema.safeParse(amount).success
}

export function isXrp(amount: Amount): amount is string {
  return typeof amount === 'string'
}

/** Positive, and in XRP no more than exists. */
export function isPayable(amount: Amount): boolean {
  if (!isXrp(amount)) return !amount.value.startsWith('-') && /[1-9]/.test(amount.value)
  const drops = BigInt(amount)
  return drops > 0n && drops <= ALL_DROPS
}

export function isSameAsset(one: Amount, other: Amount): boolean {
  if (isXrp(one) || isXrp(other)) return isXrp(one) && isXrp(other)
  const identity = ({ value: _value, ...rest }: Exclude<Amount, string>) => JSON.stringify(Object.entries(rest).sort())
  return identity(one) === identity(other)
}

/** Without undefined fields, which entries do not have. */
export function present<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Reads the fields by schema. Throws InvalidTransaction in the words of the server. */
export function parsed<Fields>(schema: z.ZodType<Fields>, json: Record<string, unknown>): Fields {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const field = String(result.error.issues[0]?.path[0] ?? 'TransactionType')
  throw new InvalidTransaction(
    field in json ? `Field '${field}' has invalid type.` : `Field '${field}' is required but missing.`,
  )
}
