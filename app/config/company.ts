/** The settings that say who runs the service. All are optional: the Admin Panel shows operators what is missing. */
import type { z } from 'zod'
import type { Company } from '#app/kernel/i18n/company.ts'
import { statement, workingDays } from './values.ts'

export const COMPANY_SETTINGS = {
  COMPANY_NAME: statement(),
  COMPANY_ADDRESS: statement(),
  COMPANY_REGISTER: statement(),
  COMPANY_LICENCE: statement(),
  GOVERNING_LAW: statement(),
  RECEIPT_TAX_LINE: statement(300),
  SUPPORT_PHONE: statement(40),
  SUPPORT_HOURS: statement(),
  ANSWER_WORKING_DAYS: workingDays(1),
  DECISION_WORKING_DAYS: workingDays(null),
}

type Settings = { [Name in keyof typeof COMPANY_SETTINGS]: z.output<(typeof COMPANY_SETTINGS)[Name]> }

export function companyOf(settings: Settings): Company {
  return {
    name: settings.COMPANY_NAME,
    address: settings.COMPANY_ADDRESS,
    register: settings.COMPANY_REGISTER,
    licence: settings.COMPANY_LICENCE,
    law: settings.GOVERNING_LAW,
    taxLine: settings.RECEIPT_TAX_LINE,
    phone: settings.SUPPORT_PHONE,
    hours: settings.SUPPORT_HOURS,
    answerDays: settings.ANSWER_WORKING_DAYS,
    decisionDays: settings.DECISION_WORKING_DAYS,
  }
}
