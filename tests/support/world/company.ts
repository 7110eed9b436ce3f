/** The company that runs a Quayside, as in the settings. */
import type { Company } from '#app/kernel/i18n/company.ts'

export const COMPANY_SETTINGS_OF_TESTS = {
  COMPANY_NAME: 'Quayside Trade Ltd',
  COMPANY_ADDRESS: '7 Bollard Row, Harwich CO12 3HH, United Kingdom',
  COMPANY_REGISTER: 'Companies House 01234567',
  COMPANY_LICENCE: 'FCA 987654',
  GOVERNING_LAW: 'England and Wales',
  RECEIPT_TAX_LINE: 'VAT exempt: financial service (VATA 1994, Sch. 9, Group 5).',
  SUPPORT_PHONE: '+44 1255 555 010',
  SUPPORT_HOURS: 'Monday to Friday, 9:00 to 17:00 UTC',
  DECISION_WORKING_DAYS: '10',
}

export const COMPANY: Company = {
  name: COMPANY_SETTINGS_OF_TESTS.COMPANY_NAME,
  address: COMPANY_SETTINGS_OF_TESTS.COMPANY_ADDRESS,
  register: COMPANY_SETTINGS_OF_TESTS.COMPANY_REGISTER,
  licence: COMPANY_SETTINGS_OF_TESTS.COMPANY_LICENCE,
  law: COMPANY_SETTINGS_OF_TESTS.GOVERNING_LAW,
  taxLine: COMPANY_SETTINGS_OF_TESTS.RECEIPT_TAX_LINE,
  phone: COMPANY_SETTINGS_OF_TESTS.SUPPORT_PHONE,
  hours: COMPANY_SETTINGS_OF_TESTS.SUPPORT_HOURS,
  answerDays: 1,
  decisionDays: 10,
}

/** Of a Quayside whose owner has stated nothing. */
export const NOBODY: Company = {
  name: null,
  address: null,
  register: null,
  licence: null,
  law: null,
  taxLine: null,
  phone: null,
  hours: null,
  answerDays: 1,
  decisionDays: null,
}
