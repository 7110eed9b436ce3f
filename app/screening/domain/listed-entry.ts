/** What the lists say of one designation, in one form for all. */

/** The lists that are read; the operators' own entries are separate. */
export const SANCTIONS_LISTS = ['ofac_sdn', 'ofac_consolidated', 'un', 'eu', 'uk'] as const
export type SanctionsListName = (typeof SANCTIONS_LISTS)[number]

/** What the operators block themselves, kept as another list. */
export const OWN_LIST = 'own'
export const LIST_NAMES: Record<SanctionsListName, string> = {
  ofac_sdn: 'OFAC SDN',
  ofac_consolidated: 'OFAC Consolidated',
  un: 'UN',
  eu: 'EU',
  uk: 'UK',
}

export type EntryKind = 'person' | 'entity' | 'vessel' | 'aircraft'

export type ListedName = {
  text: string
  /** The list calls it weak evidence: it helps to confirm, and alone suspects nobody. */
  isWeak: boolean
}

export type ListedEntry = {
  /** The list's own number for it. */
  sourceId: string
  kind: EntryKind
  /** The first one is its main name. */
  names: ListedName[]
  /** Days, years or ranges of years, as far as known: 1958-05-12, 1945, 1960-1962. */
  births: string[]
  /** As the list writes them. */
  countries: string[]
  programmes: string[]
  /** Passports, registrations and the like, in the list's own words. */
  documents: string[]
  wallets: { currency: string; address: string }[]
  remarks: string | null
}

export type ReadList = {
  /** As the list dates itself. */
  publishedAt: string | null
  /** The list's own count of entries; null when it has none. */
  declaredCount: number | null
  entries: ListedEntry[]
  /** Unknown kinds of wallets: kept, and operators are alerted. */
  unknownCurrencies: string[]
}

/** Currencies whose addresses OFAC publishes. A new one must be made known to whoever maintains this code. */
export const KNOWN_CURRENCIES: readonly string[] =
  'XBT BTC ETH XRP XLM LTC ZEC DASH BTG ETC BSV BCH XVG XMR USDT USDC TRX ARB BSC BNB SOL DOGE'.split(' ')

/** Not a valid list: an error page, half a file, another format. The one before stays in force. */
export class ListBroken extends Error {
  override name = 'ListBroken' as const
}
