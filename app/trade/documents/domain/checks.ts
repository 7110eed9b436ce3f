/** Automatic checks of presented documents before anybody has read them. Observations, never verdicts. */
import { Decimal } from '#app/kernel/domain/money.ts'
import { containerNumbersIn } from './container-number.ts'
import type { PresentedType } from './documents.ts'

/** What a seller may state about the documents. Null: not stated. Days as in date fields, amounts as plain decimals. */
export type StatedFacts = {
  containerNumber: string | null
  ladenOn: string | null
  invoiceAmount: string | null
  insuredAmount: string | null
}

/** Each carries the compared values, so that the reader can judge. Days as `2026-03-10`. */
export type DocumentCheck =
  | { hint: 'presented_late' }
  | { hint: 'container_number'; numbers: string[] }
  | { hint: 'container_unread'; stated: string }
  | { hint: 'insurance_low'; insured: string; invoice: string }
  | { hint: 'laden_late'; laden: string; latest: string }
  | { hint: 'laden_ahead'; laden: string; presented: string }
  | { hint: 'long_after_shipment'; laden: string; presented: string; days: number }
  /** About one document: the same file was rejected before, or was presented in another trade. */
  | { hint: 'rejected_before' | 'used_elsewhere'; type: PresentedType }

/** Usual cover: 110 % of the value (UCP 600, article 28). */
const LEAST_COVER = '1.1'
/** Days after shipment within which documents must be presented (UCP 600, article 14 c). */
const MOST_DAYS = 21
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Local days begin up to 14 hours before UTC days, and end up to 12 hours after them. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS
const LATEST_ZONE_MS = 12 * HOUR_MS

/** `latest`: the last agreed day of presentation. Null: none was agreed. */
export function checksOfFacts(facts: StatedFacts, when: { latest: Date | null; presentedAt: Date }): DocumentCheck[] {
  const { containerNumber, invoiceAmount: invoice, insuredAmount: insured } = facts
  const isLow = insured !== null && invoice !== null && new Decimal(insured).lt(new Decimal(invoice).times(LEAST_COVER))
  return [
    ...hintsOfContainers(containerNumber ?? ''),
    ...(isLow ? [{ hint: 'insurance_low', insured, invoice } as const] : []),
    ...hintsOfShipment(facts.ladenOn, when),
  ]
}

function hintsOfContainers(stated: string): DocumentCheck[] {
  const { all, odd } = containerNumbersIn(stated)
  if (stated !== '' && all.length === 0) return [{ hint: 'container_unread', stated }]
  return odd.length > 0 ? [{ hint: 'container_number', numbers: odd }] : []
}

/** Uses the time zone that favours the seller, whose local day may differ from the UTC day. */
function hintsOfShipment(
  laden: string | null,
  { latest, presentedAt }: { latest: Date | null; presentedAt: Date },
): DocumentCheck[] {
  if (laden === null) return []
  const presented = dayOf(presentedAt)
  const lastToday = dayOf(new Date(presentedAt.getTime() + EARLIEST_ZONE_MS))
  const firstToday = dayOf(new Date(presentedAt.getTime() - LATEST_ZONE_MS))
  const days = Math.round((Date.parse(firstToday) - Date.parse(laden)) / DAY_MS)
  const agreed = latest && dayOf(latest)
  return [
    ...(agreed !== null && laden > agreed ? [{ hint: 'laden_late', laden, latest: agreed } as const] : []),
    ...(laden > lastToday ? [{ hint: 'laden_ahead', laden, presented } as const] : []),
    ...(days > MOST_DAYS ? [{ hint: 'long_after_shipment', laden, presented, days } as const] : []),
  ]
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

type File = { type: PresentedType; sha256: string }

/** Finds files that are known already: `rejected` in this trade, `elsewhere` from other trades of the same seller. */
export function checksOfFiles(
  files: readonly File[],
  known: { rejected: ReadonlySet<string>; elsewhere: ReadonlySet<string> },
): DocumentCheck[] {
  return files.flatMap(({ type, sha256 }) => [
    ...(known.rejected.has(sha256) ? [{ hint: 'rejected_before', type } as const] : []),
    ...(known.elsewhere.has(sha256) ? [{ hint: 'used_elsewhere', type } as const] : []),
  ])
}
