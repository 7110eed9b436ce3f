/** Fields of a decoded transaction, by schema. */
import type { z } from 'zod'

/** Not a transaction that a server would look at: answered as `invalidTransaction`, with these words. */
export class InvalidTransaction extends Error {
  override name = 'InvalidTransaction' as const
}

/** The fields by schema. Throws InvalidTransaction in the words of the server. */
export function parsed<Fields>(schema: z.ZodType<Fields>, json: Record<string, unknown>): Fields {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const field = String(result.error.issues[0]?.path[0] ?? 'TransactionType')
  throw new InvalidTransaction(
    field in json ? `Field '${field}' has invalid type.` : `Field '${field}' is required but missing.`,
  )
}
