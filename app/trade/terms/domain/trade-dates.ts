/** The dates that the buyer proposes with an escrow, and their limits. An escrow without dates waits for ever. */
import { type DocumentType, documentTypesIn } from '#app/escrow/domain/document-types.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { addDays, endOfDay, readWorkingDay, USUAL_WEEKEND, type Weekend, weekendOf, writeDay } from './working-days.ts'

/** What follows when presented documents are not examined in time: Quayside decides, or they count as accepted. */
export const ON_SILENCE = ['quayside', 'accepted'] as const
export type OnSilence = (typeof ON_SILENCE)[number]

export type TradeDates = {
  /** The last minute for the whole amount to arrive. */
  fundBy: Date
  presentBy: Date
  /** Working days. */
  examineDays: number
  /** The days that are not working days. */
  weekend: Weekend
  onSilence: OnSilence
  /** What a complete presentation contains; may be none. */
  documents: readonly DocumentType[]
}

/** As typed: days as in date fields, documents as ticked. */
export type TypedDates = {
  fundBy: string
  presentBy: string
  examineDays: string
  /** Left out by a form that does not ask. */
  weekend?: string | undefined
  onSilence: string
  documents: readonly string[]
}

export const FUND_WITHIN_DAYS = 10
export const PRESENT_WITHIN_DAYS = 60
export const EXAMINE_DAYS = 5
export const MOST_EXAMINE_DAYS = 30
/** The usual documents for shipping goods across a border and taking them over. */
const USUAL_DOCUMENTS: readonly DocumentType[] = ['CommercialInvoice', 'PackingList', 'BillOfLading']
/** A later date is a typing error. */
export const MOST_DAYS_AHEAD = 730

/** The defaults of the form. */
export function usualDates(now: Date): TradeDates {
  return {
    fundBy: endOfDay(addDays(now, FUND_WITHIN_DAYS)),
    presentBy: endOfDay(addDays(now, PRESENT_WITHIN_DAYS)),
    examineDays: EXAMINE_DAYS,
    weekend: USUAL_WEEKEND,
    onSilence: 'quayside',
    documents: USUAL_DOCUMENTS,
  }
}

/** As values of form fields. */
export function writeDates({ fundBy, presentBy, examineDays, ...chosen }: TradeDates): TypedDates {
  return { ...chosen, fundBy: writeDay(fundBy), presentBy: writeDay(presentBy), examineDays: String(examineDays) }
}

/** Returns the dates, or all refusals: funding ends after today, presenting after it, both within two years. */
export function readDates(typed: TypedDates, now: Date): TradeDates | { wrong: Refusal[] } {
  const latest = endOfDay(addDays(now, MOST_DAYS_AHEAD))
  const fundBy = readWorkingDay(typed.fundBy)
  const presentBy = readWorkingDay(typed.presentBy)
  const examineDays = /^\d{1,2}$/.test(typed.examineDays) ? Number(typed.examineDays) : 0
  const isFundBy = fundBy !== null && fundBy > endOfDay(now) && fundBy <= latest
  const isPresentBy = presentBy !== null && presentBy > (isFundBy ? fundBy : now) && presentBy <= latest
  const isExamine = examineDays >= 1 && examineDays <= MOST_EXAMINE_DAYS
  if (isFundBy && isPresentBy && isExamine) {
    const documents = documentTypesIn(typed.documents)
    const chosen = { weekend: weekendOf(typed.weekend), onSilence: onSilenceOf(typed.onSilence) }
    return { fundBy, presentBy, examineDays, ...chosen, documents }
  }
  const wrong = [
    !isFundBy && refuse('fund_by_invalid', { field: 'fundBy' }),
    !isPresentBy && refuse('present_by_invalid', { field: 'presentBy' }),
    !isExamine && refuse('examine_days_invalid', { field: 'examineDays' }),
  ]
  return { wrong: wrong.filter((refusal) => refusal !== false) }
}

/** Any other text leaves the decision to Quayside. */
export function onSilenceOf(text: string): OnSilence {
  return text === 'accepted' ? 'accepted' : 'quayside'
}
