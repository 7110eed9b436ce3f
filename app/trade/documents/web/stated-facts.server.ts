/** Reads the optional facts that the seller states about the documents. */

import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { readTypedAmount, settled } from '#app/kernel/domain/typed-amount.ts'
import { notationOf } from '#app/kernel/i18n/format.ts'
import { FALLBACK_LANGUAGE, isLanguage } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { writeContainerNumber } from '#app/trade/documents/domain/container-number.ts'
import { AMOUNT_OF_PAPER, FACT_FIELDS, type TypedFacts } from '#app/trade/documents/domain/typed-facts.ts'
import { readWorkingDay } from '#app/trade/terms/domain/working-days.ts'

/** About twenty container numbers. */
const LONGEST_NUMBERS = 260

export function readTypedFacts(fields: FormFields): TypedFacts {
  const [containerNumber, ladenOn, invoiceAmount, insuredAmount] = FACT_FIELDS.map((name) => fields.get(name))
  return {
    containerNumber: containerNumber ?? '',
    ladenOn: ladenOn ?? '',
    invoiceAmount: invoiceAmount ?? '',
    insuredAmount: insuredAmount ?? '',
  }
}

/** `problems`: invalid days and amounts, each with its field. */
export function readStatedFacts(fields: FormFields) {
  const typed = readTypedFacts(fields)
  const numbers = writeContainerNumber(typed.containerNumber).replace(/[,;]+/g, ', ').slice(0, LONGEST_NUMBERS)
  const day = readWorkingDay(typed.ladenOn)
  const invoice = readAmountOf(fields, 'invoiceAmount')
  const insured = readAmountOf(fields, 'insuredAmount')
  const problems: Refusal[] = [
    ...(typed.ladenOn !== '' && day === null ? [refuse('laden_on_invalid', { field: 'ladenOn' })] : []),
    ...[invoice, insured].flatMap((read) => ('refused' in read ? [read] : [])),
  ]
  return {
    problems,
    facts: {
      containerNumber: numbers || null,
      ladenOn: day && new Date(`${typed.ladenOn}T00:00:00.000Z`),
      invoiceAmount: 'amount' in invoice ? invoice.amount : null,
      insuredAmount: 'amount' in insured ? insured.amount : null,
    },
  }
}

/** Reads the amount in the notation of the page on which it was typed. */
function readAmountOf(
  fields: FormFields,
  field: 'invoiceAmount' | 'insuredAmount',
): { amount: string | null } | Refusal {
  const text = fields.get(field)
  if (text === '') return { amount: null }
  const shownIn = fields.get(`${field}In`)
  const language = isLanguage(shownIn) ? shownIn : FALLBACK_LANGUAGE
  const amount = settled(readTypedAmount(text, AMOUNT_OF_PAPER, notationOf(language)), fields.get(`${field}Read`))
  return amount === null ? refuse('cover_amount_invalid', { field }) : { amount }
}
