/** Payment references: numbers that are given out once, for ever. */
import { makeReference, type RandomBytes } from '#app/domain/reference.ts'
import type { Transaction } from './client.server.ts'

const DRAWS = 20

/**
 * Holds references until the transaction ends, always in the same order. Numbers that were never given out are nobody's.
 */
export async function lockReferences(tx: Transaction, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await tx.$queryRaw`
    select 1 from "payment_reference" where "number" = any(${numbers}::int[]) order by "number" for update`
}

/** Draws a number that was never given out and keeps it. Two of 2^31 collide rarely; then it draws again. */
export async function reserveReference(tx: Transaction, random: RandomBytes): Promise<number> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const number = Number(makeReference(random))
    const inserted = await tx.$executeRaw`
      insert into "payment_reference" ("number") values (${number}) on conflict do nothing`
    if (inserted === 1) return number
  }
  throw new Error(`no free payment reference in ${DRAWS} draws`)
}
