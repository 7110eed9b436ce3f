/** Where the sanctions lists are, and how long a copy is valid. */
import type { z } from 'zod'
import type { SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import { optionalKey } from './names.ts'
import { oneOf, webAddress, wholeNumber } from './values.ts'

const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'
const HOUR_MS = 3_600_000

export const SCREENING_SETTINGS = {
  OFAC_SDN_URL: webAddress.default(`${OFAC}/SDN.XML`),
  OFAC_CONSOLIDATED_URL: webAddress.default(`${OFAC}/CONSOLIDATED.XML`),
  UN_LIST_URL: webAddress.default('https://scsanctions.un.org/resources/xml/en/consolidated.xml'),
  EU_LIST_URL: webAddress.default('https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content'),
  // The public token of the EU's own feed.
  EU_FSF_TOKEN: optionalKey.transform((token) => token ?? 'dG9rZW4tMjAxNw'),
  UK_LIST_URL: webAddress.default('https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml'),
  LISTS_ARE: oneOf(['real', 'play'], 'real'),
  // At most 24: the terms say that lists are at most a day old.
  LISTS_MAX_AGE_HOURS: wholeNumber('must be a number of hours from 1 to 24', { from: 1, to: 24, usual: 24 }),
  RETENTION_YEARS: wholeNumber('must be a number of years from 5 to 30', { from: 5, to: 30, usual: 5 }),
}

type Settings = { [Name in keyof typeof SCREENING_SETTINGS]: z.output<(typeof SCREENING_SETTINGS)[Name]> }

export function screeningOf(settings: Settings) {
  const eu = new URL(settings.EU_LIST_URL)
  eu.searchParams.set('token', settings.EU_FSF_TOKEN)
  return {
    addresses: {
      ofac_sdn: settings.OFAC_SDN_URL,
      ofac_consolidated: settings.OFAC_CONSOLIDATED_URL,
      un: settings.UN_LIST_URL,
      eu: eu.href,
      uk: settings.UK_LIST_URL,
    } satisfies Record<SanctionsListName, string>,
    isPlay: settings.LISTS_ARE === 'play',
    mostAgeMs: settings.LISTS_MAX_AGE_HOURS * HOUR_MS,
    keepYears: settings.RETENTION_YEARS,
  }
}
