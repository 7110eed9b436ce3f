/** Who runs the service, as its owner states it in the settings. Nothing is made up: what is not set is shown nowhere. */

export type Company = {
  /** The legal person that the users' contract is with. */
  name: string | null
  address: string | null
  /** Register and number, such as "Companies House 01234567". */
  register: string | null
  /** Who supervises it, with the licence's number, where it has one. */
  licence: string | null
  /** The law that the terms are under, such as "England and Wales". */
  law: string | null
  /** What receipts say of tax, word for word. */
  taxLine: string | null
  phone: string | null
  /** When somebody answers, with the time zone. */
  hours: string | null
  /** Working days within which a message is answered, and a dispute decided after it was opened; null: none is promised. */
  answerDays: number | null
  decisionDays: number | null
}

/** What is stated in words of the owner; labels stand in common.json under `company`. */
export type CompanyPart = Exclude<keyof Company, 'answerDays' | 'decisionDays' | 'taxLine'>

export type CompanyFact = { part: CompanyPart; value: string }

/** Those of the parts that are stated, in this order. */
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

/** The settings without which nobody knows whom they trust; a licence and a telephone not everybody has. */
export function unstatedOf(company: Company): string[] {
  return (Object.keys(SETTING_OF) as (keyof typeof SETTING_OF)[])
    .filter((part) => company[part] === null)
    .map((part) => SETTING_OF[part])
}
