/**
 * The sheet of a trade: what both sides bind themselves to, as one text whose SHA-256 is the name of what was accepted. Whoever
 * has the text can work the fingerprint out again: RFC 8785, so one trade has one text.
 */
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { byName, isWritten, rulesOf, SEALED_TEXTS, type SealedTexts } from '#app/escrow/domain/escrow-terms.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { canonicalJson, type JsonValue } from '#app/kernel/domain/words/canonical-json.ts'
import type { TradeDates } from './trade-dates.ts'
import { USUAL_WEEKEND, type Weekend } from './working-days.ts'

/**
 * Another form of the sheet gets another number: what was sealed in one stays readable as that one. The second says the days that are no
 * working days. A trade that rests on Saturday and Sunday, as all did before, keeps its text.
 */
const FORMAT = 'quayside-terms-'
const WITH_WEEKEND = 2
const REST_DAYS: Record<Weekend, string[]> = {
  sat_sun: ['saturday', 'sunday'],
  fri_sat: ['friday', 'saturday'],
  fri: ['friday'],
  sun: ['sunday'],
}

/** With the words of the buyer, such as what is traded. */
export type TermsSheet = SealedTexts & {
  /** The escrow ID. */
  escrow: string
  /** Names, as their owners have given them. */
  buyer: string
  seller: string
  /** Plain digits, in whole units. */
  amount: string
  asset: Asset
  contract: { name: string; bytes: number; sha256: string } | null
  /** Null: none were agreed, and nothing follows on silence. */
  dates: TradeDates | null
}

/** The text that is sealed: canonical JSON. */
export function sheetText(sheet: TermsSheet): string {
  const { dates, contract, escrow, buyer, seller, amount, asset } = sheet
  const written = SEALED_TEXTS.filter((name) => isWritten(name, sheet[name]))
  const texts = Object.fromEntries(written.map((name) => [rulesOf(name).sealedAs ?? name, sheet[name]]))
  const weekend = dates && dates.weekend !== USUAL_WEEKEND ? WITH_WEEKEND : 1
  return canonicalJson({
    format: `${FORMAT}${Math.max(weekend, ...written.map((name) => rulesOf(name).since ?? 1))}`,
    ...wellFormed({ escrow, buyer, seller, amount, asset, ...texts }),
    contract: contract && { ...contract, name: contract.name.toWellFormed() },
    dates: dates && writeDates(dates),
  })
}

/** Names and notes are as people typed them; half a character, which JSON does not know, is written as what stands for one. */
function wellFormed(plain: Record<string, string>): Record<string, string> {
  return byName(Object.keys(plain), (name) => (plain[name] ?? '').toWellFormed())
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
