/**
 * The sheet of a trade: what both sides bind themselves to, as one text whose SHA-256 is the name of what was accepted. Whoever
 * has the text can work the fingerprint out again: RFC 8785, so one trade has one text.
 */
import type { DocumentType } from '#app/domain/escrow/document-types.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { canonicalJson, type JsonValue } from '#app/domain/kernel/words/canonical-json.ts'
import type { TradeDates } from './trade-dates.ts'
import { USUAL_WEEKEND, type Weekend } from './working-days.ts'

/** Another form of the sheet gets another name: what was sealed in this one stays readable as this one. */
const FORMAT = 'quayside-terms-1'
/** The same, with the days that are no working days. A trade that rests on Saturday and Sunday, as all did before, keeps its text. */
const FORMAT_WITH_WEEKEND = 'quayside-terms-2'
const REST_DAYS: Record<Weekend, string[]> = {
  sat_sun: ['saturday', 'sunday'],
  fri_sat: ['friday', 'saturday'],
  fri: ['friday'],
  sun: ['sunday'],
}

export type TermsSheet = {
  /** The escrow ID. */
  escrow: string
  /** Names, as their owners have given them. */
  buyer: string
  seller: string
  /** Plain digits, in whole units. */
  amount: string
  asset: Asset
  /** What is traded, in the words of the buyer. */
  notes: string
  terms: string
  contract: { name: string; bytes: number; sha256: string } | null
  /** Null: none were agreed, and nothing follows on silence. */
  dates: TradeDates | null
}

/** The text that is sealed: canonical JSON. */
export function sheetText(sheet: TermsSheet): string {
  const { dates, contract, ...plain } = sheet
  return canonicalJson({
    format: dates && dates.weekend !== USUAL_WEEKEND ? FORMAT_WITH_WEEKEND : FORMAT,
    ...wellFormed(plain),
    contract: contract && { ...contract, name: contract.name.toWellFormed() },
    dates: dates && writeDates(dates),
  })
}

/** Names and notes are as people typed them; half a character, which JSON does not know, is written as what stands for one. */
function wellFormed(plain: Omit<TermsSheet, 'dates' | 'contract'>): Record<string, string> {
  return Object.fromEntries(Object.entries(plain).map(([name, text]) => [name, text.toWellFormed()]))
}

/** Dates with all that follows from them, so that the sheet says it by itself. */
function writeDates({ fundBy, presentBy, examineDays, weekend, onSilence, documents }: TradeDates): JsonValue {
  return {
    fundBy: fundBy.toISOString(),
    presentBy: presentBy.toISOString(),
    examineWorkingDays: examineDays,
    ...(weekend !== USUAL_WEEKEND && { noWorkingDays: REST_DAYS[weekend] }),
    documents: [...documents].sort() satisfies DocumentType[],
    ifNotFunded: 'lapses',
    ifNotPresented: 'refund',
    ifNotExamined: onSilence,
  }
}
