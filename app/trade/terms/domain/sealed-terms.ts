/**
 * The terms sheet of a trade: one text, whose SHA-256 identifies what was accepted. Anybody with the text can recompute
 * the fingerprint: it is canonical (RFC 8785), so that one trade has one text.
 */
import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { byName, isWritten, rulesOf, SEALED_TEXTS, type SealedTexts } from '#app/escrow/domain/escrow-terms.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { canonicalJson, type JsonValue } from '#app/kernel/domain/words/canonical-json.ts'
import type { TradeDates } from './trade-dates.ts'
import { USUAL_WEEKEND, type Weekend } from './working-days.ts'

/**
 * A changed form of the sheet gets a new number; sealed sheets stay readable in theirs. The second form names the days
 * that are no working days. Trades that rest on Saturday and Sunday, as all did before, keep their text.
 */
const FORMAT = 'quayside-terms-'
const WITH_WEEKEND = 2
const REST_DAYS: Record<Weekend, string[]> = {
  sat_sun: ['saturday', 'sunday'],
  fri_sat: ['friday', 'saturday'],
  fri: ['friday'],
  sun: ['sunday'],
}

/** Includes the buyer's texts, such as what is traded. */
export type SealedSheet = SealedTexts & {
  /** The escrow ID. */
  escrow: string
  /** Names, as their owners have given them. */
  buyer: string
  seller: string
  /** Plain digits, in whole units. */
  amount: string
  asset: Asset
  contract: { name: string; bytes: number; sha256: string } | null
  /** Null: none were agreed, and nothing follows from silence. */
  dates: TradeDates | null
}

export function sheetText(sheet: SealedSheet): string {
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

/** As people typed them. Half a surrogate pair, which JSON cannot hold, becomes the replacement character. */
function wellFormed(plain: Record<string, string>): Record<string, string> {
  return byName(Object.keys(plain), (name) => (plain[name] ?? '').toWellFormed())
}

/** Dates with what follows from them, so that the sheet is complete in itself. */
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
