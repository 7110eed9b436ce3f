/** Who runs the service, as its owner states it in the settings. Nothing is made up: what is not set is not shown. */

export type Company = {
  /** The legal person that users contract with. */
  name: string | null
  address: string | null
  /** Register and number, such as "Companies House 01234567". */
  register: string | null
  /** The supervisor with the number of the licence, if there is one. */
  licence: string | null
  /** The law that governs the terms, such as "England and Wales". */
  law: string | null
  /** What receipts say about tax, word for word. */
  taxLine: string | null
  phone: string | null
  /** When somebody answers, with the time zone. */
  hours: string | null
  /** Working days to answer a message, and to decide a dispute after it was opened; null: none is promised. */
  answerDays: number | null
  decisionDays: number | null
}

/** What the owner states in words; labels are in common.json under `company`. */
export type CompanyPart = Exclude<keyof Company, 'answerDays' | 'decisionDays' | 'taxLine'>

export type CompanyFact = { part: CompanyPart; value: string }

/** Returns those of the parts that are stated, in this order. */
export function companyFacts(company: Company, parts: readonly CompanyPart[]): CompanyFact[] {
  return parts.flatMap((part) => {
    const value = company[part]
    return value === null ? [] : [{ part, value }]
  })
}

const SETTING_OF = {
  name: 'COMPANY_NAME',
  address: 'COMPANY_ADDRESS',
  register: 'COMPANY_REGISTER',
  law: 'GOVERNING_LAW',
  hours: 'SUPPORT_HOURS',
} as const satisfies Partial<Record<CompanyPart, string>>

/** The unset settings without which users do not know whom they trust; a licence and a telephone are optional. */
export function unstatedOf(company: Company): string[] {
  return (Object.keys(SETTING_OF) as (keyof typeof SETTING_OF)[])
    .filter((part) => company[part] === null)
    .map((part) => SETTING_OF[part])
}
