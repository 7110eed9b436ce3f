/** Payment references: numbers that are given out once, for ever. */

import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import { makeReference } from '#app/ledgers/references/domain/reference.ts'

const DRAWS = 20

/**
 * Holds references until the transaction ends, always in the same order. Answers with those that were given out: the others are
 * nobody's.
 */
export async function lockReferences(tx: Transaction, numbers: readonly number[]): Promise<Set<number>> {
  if (numbers.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ number: number }[]>`
    select "number" from "payment_reference" where "number" = any(${numbers}::int[]) order by "number" for update`
  return new Set(rows.map(({ number }) => number))
}

/**
 * Draws a number that was never given out and keeps it; draws again when it was, or when a payment of nobody's carries
 * it: whoever had the number would be taken for the one who paid ahead.
 */
export async function reserveReference(tx: Transaction, random: RandomBytes): Promise<number> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const number = Number(makeReference(random))
    const inserted = await tx.$executeRaw`
      insert into "payment_reference" ("number")
      select ${number} where not exists (
        select 1 from "ledger_payment"
        where "memo" = ${String(number)} and "feeQuoteId" is null and "escrowId" is null
      )
      on conflict do nothing`
    if (inserted === 1) return number
  }
  throw new Error(`no free payment reference in ${DRAWS} draws`)
}
