/** What an amendment may change of the agreed terms (decision 076). */

import type { DocumentType } from '#app/escrow/domain/document-types.ts'
import { documentTypesIn } from '#app/escrow/domain/document-types.ts'
import { canConfirm, type EscrowFacts } from '#app/escrow/domain/escrow.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, parseAmount } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { fitsBefore } from './ledger-time.ts'
import type { Step } from './standing.ts'
import { MOST_DAYS_AHEAD, MOST_EXAMINE_DAYS, type TradeDates } from './trade-dates.ts'
import { addDays, endOfDay, readWorkingDay, type Weekend, weekendOf } from './working-days.ts'

/** Null: it stays as it is. */
export type Amendment = {
  fundBy: Date | null
  presentBy: Date | null
  examineDays: number | null
  weekend: Weekend | null
  documents: readonly DocumentType[] | null
  amount: Decimal | null
}

/** A field keeps the current value unless changed; null: the form does not have it. */
export type TypedAmendment = {
  fundBy: string | null
  presentBy: string | null
  examineDays: string | null
  /** Left out by a form that does not ask. */
  weekend?: string | null | undefined
  documents: readonly string[] | null
  /** Plain digits. */
  amount: string | null
}

/** The current trade, against which an amendment is checked. */
export type Amended = {
  facts: EscrowFacts
  currency: Asset
  amount: Decimal
  receivedAmount: Decimal
  dates: TradeDates
  /** Of an on-chain escrow: its ledger date, which nobody can move. */
  held: { deadline: Date } | null
}

/** Only while the money is undecided, the documents are not approved, and Quayside does not decide. */
export function canAmend(facts: EscrowFacts): boolean {
  return canConfirm(facts)
}

/** Only until the escrow is funded. */
export function canAmendFunding({ facts }: Pick<Amended, 'facts'>): boolean {
  return facts.verifiedAt === null
}

/**
 * Until it is funded, and to no less than what has arrived: otherwise part would have to go back. Never on-chain: the
 * ledger is prepared for the exact amount.
 */
export function canAmendAmount({ facts, held }: Pick<Amended, 'facts' | 'held'>) {
  return facts.verifiedAt === null && ledgerDateOf({ held }) === null
}

/** Returns the changes, or all refusals with their fields. */
export function readAmendment(typed: TypedAmendment, of: Amended, now: Date): Amendment | { wrong: Refusal[] } {
  const { dates } = of
  const days = typed.examineDays === null ? dates.examineDays : daysIn(typed.examineDays)
  const amount = typed.amount === null ? of.amount : parseAmount(typed.amount, of.currency)
  const fundBy = dayIn(typed.fundBy, dates.fundBy)
  const presentBy = dayIn(typed.presentBy, dates.presentBy)
  const documents = typed.documents && documentTypesIn(typed.documents)
  const weekend = typed.weekend ? weekendOf(typed.weekend) : dates.weekend
  const amendment: Amendment = {
    fundBy: fundBy && isAt(fundBy, dates.fundBy) ? null : fundBy,
    presentBy: presentBy && isAt(presentBy, dates.presentBy) ? null : presentBy,
    examineDays: days === dates.examineDays ? null : days,
    weekend: weekend === dates.weekend ? null : weekend,
    documents: documents && documents.join() === documentTypesIn(dates.documents).join() ? null : documents,
    amount: amount?.eq(of.amount) ? null : amount,
  }
  const wrong = [
    fundBy === null && refuse('fund_by_invalid', { field: 'fundBy' }),
    presentBy === null && refuse('present_by_invalid', { field: 'presentBy' }),
    amount === null && refuse('escrow_amount_invalid', { field: 'amount' }),
    ...wrongIn(amendment, of, now),
  ].filter((refusal) => refusal !== false)
  if (wrong.length > 0) return { wrong }
  return changesNothing(amendment) ? { wrong: [refuse('amendment_empty')] } : amendment
}

/** All refusals with their fields, on proposing and again on agreeing. */
export function wrongIn(amendment: Amendment, of: Amended, now: Date): Refusal[] {
  const { fundBy, presentBy, examineDays, amount } = amendment
  const latest = endOfDay(addDays(now, MOST_DAYS_AHEAD))
  const funding = fundBy ?? of.dates.fundBy
  const presenting = presentBy ?? of.dates.presentBy
  // Once it is funded the funding date no longer matters.
  const isOrdered = !canAmendFunding(of) || presenting > funding || (fundBy === null && presentBy === null)
  const isFundBy = fundBy === null || (canAmendFunding(of) && fundBy > endOfDay(now) && fundBy <= latest)
  const isPresentBy = presentBy === null || (presentBy > endOfDay(now) && presentBy <= latest)
  const isExamine = examineDays === null || (examineDays >= 1 && examineDays <= MOST_EXAMINE_DAYS)
  const isAmount =
    amount === null || (canAmendAmount(of) && amount.gt(0) && amount.lt(of.amount) && amount.gte(of.receivedAmount))
  const wrong = [
    !isFundBy && refuse('fund_by_invalid', { field: 'fundBy' }),
    !(isPresentBy && isOrdered) && refuse('present_by_invalid', { field: 'presentBy' }),
    !endsBeforeDate(amendment, of) && refuse('amendment_behind_date', { field: 'presentBy' }),
    !isExamine && refuse('examine_days_invalid', { field: 'examineDays' }),
    !isAmount && refuse('amendment_amount', { field: 'amount' }),
  ]
  return wrong.filter((refusal) => refusal !== false)
}

/** Can everything that the amended dates lead to be carried out before the ledger returns the money? */
function endsBeforeDate(
  { fundBy, presentBy, examineDays, weekend }: Amendment,
  { facts, dates, held }: Amended,
): boolean {
  const date = ledgerDateOf({ held })
  if (date === null || stepsMoved({ fundBy, presentBy, examineDays, weekend }).length === 0) return true
  const amended = {
    presentBy: presentBy ?? dates.presentBy,
    examineDays: examineDays ?? dates.examineDays,
    weekend: weekend ?? dates.weekend,
  }
  const funding = canAmendFunding({ facts }) ? (fundBy ?? dates.fundBy) : null
  return fitsBefore(date, { fundBy: funding, ...amended })
}

/** The steps whose deadlines it changes. */
export function stepsMoved(amendment: Omit<Amendment, 'documents' | 'amount'>): Step[] {
  const { fundBy, presentBy, examineDays, weekend } = amendment
  const moved: [Step, unknown][] = [
    ['fund', fundBy],
    ['present', presentBy],
    ['examine', examineDays ?? weekend],
  ]
  return moved.flatMap(([step, to]) => (to === null ? [] : [step]))
}

function changesNothing(amendment: Amendment): boolean {
  return Object.values(amendment).every((to) => to === null)
}

/** Null: not a calendar day. */
function dayIn(typed: string | null, stands: Date): Date | null {
  return typed === null ? stands : readWorkingDay(typed)
}

/** 0: not a number of days. */
function daysIn(typed: string): number {
  return /^\d{1,2}$/.test(typed) ? Number(typed) : 0
}

function isAt(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime()
}
