/** Converts Prisma's decimals to the domain's at the edge of the database, so that only one kind is used inside. */
import { Decimal } from '#app/kernel/domain/money.ts'

type Stored = { toFixed(): string }

export function toDecimal(stored: Stored): Decimal {
  return new Decimal(stored.toFixed())
}

export function toDecimalOrNull(stored: Stored | null): Decimal | null {
  return stored === null ? null : toDecimal(stored)
}
