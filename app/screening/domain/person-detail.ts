/** Optional details that distinguish people of the same name. */
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { COUNTRIES } from '#app/kernel/domain/words/countries.ts'
import { recordNameProblem } from '#app/kernel/domain/words/person-name.ts'
import type { AskedDetail } from './review.ts'

export const DETAIL_FIELDS = ['nativeName', 'company', 'country', 'birthDate'] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]
/** As a form sends it; '' is nothing. */
export type TypedDetail = Record<DetailField, string>
export const NOTHING_SAID: TypedDetail = { nativeName: '', company: '', country: '', birthDate: '' }
/** `country`: ISO 3166, two letters. `birthDate`: a day, at midnight UTC. */
export type PersonDetail = {
  nativeName: string | null
  company: string | null
  country: string | null
  birthDate: Date | null
}

/** Nobody born earlier is alive. */
export const EARLIEST_BIRTH = '1900-01-01'

/** Refusals: name_too_long, name_not_plain, country_unknown, birth_date_invalid. */
export function readDetail(typed: TypedDetail, now: Date): PersonDetail | Refusal {
  for (const field of ['nativeName', 'company'] as const) {
    const problem = typed[field] === '' ? null : recordNameProblem(typed[field])
    if (problem) return refuse(problem, { field })
  }
  const country = typed.country.toUpperCase()
  if (country !== '' && !COUNTRIES.includes(country)) return refuse('country_unknown', { field: 'country' })
  const birthDate = typed.birthDate === '' ? null : dayIn(typed.birthDate)
  if (birthDate === undefined || (birthDate && birthDate > now))
    return refuse('birth_date_invalid', { field: 'birthDate' })
  return { nativeName: typed.nativeName || null, company: typed.company || null, country: country || null, birthDate }
}

/** 1961-04-12; undefined: no day, or too long ago. */
function dayIn(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < EARLIEST_BIRTH) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  // The 30th of February would become a day of March.
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : day
}

const ASKED_AS = {
  nativeName: 'native_name',
  company: 'company',
  country: 'country',
  birthDate: 'birth_date',
} as const satisfies Record<DetailField, AskedDetail>

/** The details given here, as operators ask for them. */
export function givenIn(detail: PersonDetail): AskedDetail[] {
  return DETAIL_FIELDS.filter((field) => detail[field] !== null).map((field) => ASKED_AS[field])
}

export function saysNothing(detail: PersonDetail): boolean {
  return Object.values(detail).every((value) => value === null)
}
