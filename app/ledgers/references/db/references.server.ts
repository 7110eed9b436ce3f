/** Payment references: numbers that are given out only once. */

import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import { makeReference } from '#app/ledgers/references/domain/reference.ts'

const DRAWS = 20

/** Locks references until the transaction ends, always in the same order. Returns those that were given out. */
export async function lockReferences(tx: Transaction, numbers: readonly number[]): Promise<Set<number>> {
  if (numbers.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ number: number }[]>`
    select "number" from "payment_reference" where "number" = any(${numbers}::int[]) order by "number" for update`
  return new Set(rows.map(({ number }) => number))
}

/**
 * Draws and stores a number that was never given out. Draws again when it was, or when an unmatched payment carries it:
 * whoever got that number would be credited with somebody else's payment.
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
