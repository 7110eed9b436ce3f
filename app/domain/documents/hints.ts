/** What stands out about presented papers before anybody has read them. Hints, never verdicts: each may have its good reason. */
import { Decimal } from '#app/domain/kernel/money.ts'
import { isContainerNumber } from './container-number.ts'
import type { PresentedType } from './documents.ts'

/** What a seller may say of the papers; null: nothing was said. Days as forms hold them, amounts as plain decimals. */
export type StatedFacts = {
  containerNumber: string | null
  ladenOn: string | null
  invoiceAmount: string | null
  insuredAmount: string | null
}

export type Hint =
  | { hint: 'presented_late' | 'container_number' | 'insurance_low' | 'laden_late' }
  /** Of one paper: the very same file was rejected before, or was presented in another trade. */
  | { hint: 'rejected_before' | 'used_elsewhere'; type: PresentedType }

/** Usual cover: the value and a tenth (UCP 600, article 28). */
const LEAST_COVER = '1.1'

/** `latest`: the last day of shipment, or of presentation where no other was agreed. */
export function hintsOfFacts(facts: StatedFacts, { latest }: { latest: Date | null }): Hint[] {
  const { containerNumber, ladenOn, invoiceAmount, insuredAmount } = facts
  return [
    containerNumber !== null && !isContainerNumber(containerNumber) && ({ hint: 'container_number' } as const),
    insuredAmount !== null &&
      invoiceAmount !== null &&
      new Decimal(insuredAmount).lt(new Decimal(invoiceAmount).times(LEAST_COVER)) &&
      ({ hint: 'insurance_low' } as const),
    ladenOn !== null &&
      latest !== null &&
      ladenOn > latest.toISOString().slice(0, 10) &&
      ({ hint: 'laden_late' } as const),
  ].filter((hint) => hint !== false)
}

type File = { type: PresentedType; sha256: string }

/** Files that are known already: `rejected` of this trade, `elsewhere` of other trades of the same seller. */
export function hintsOfFiles(
  files: readonly File[],
  known: { rejected: ReadonlySet<string>; elsewhere: ReadonlySet<string> },
): Hint[] {
  return files.flatMap(({ type, sha256 }) => [
    ...(known.rejected.has(sha256) ? [{ hint: 'rejected_before', type } as const] : []),
    ...(known.elsewhere.has(sha256) ? [{ hint: 'used_elsewhere', type } as const] : []),
  ])
}
