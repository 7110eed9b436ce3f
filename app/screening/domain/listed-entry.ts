/** What the four lists say of one designation, in one form for all of them. */

/** The lists that are read; the operator's own entries stand beside them. */
export const LISTS = ['ofac_sdn', 'ofac_consolidated', 'un', 'eu', 'uk'] as const
export type ListName = (typeof LISTS)[number]

/** What the operators block themselves, kept as another list. */
export const OWN_LIST = 'own'
/** What their publishers call them. */
export const LIST_NAMES: Record<ListName, string> = {
  ofac_sdn: 'OFAC SDN',
  ofac_consolidated: 'OFAC Consolidated',
  un: 'UN',
  eu: 'EU',
  uk: 'UK',
}

export type EntryKind = 'person' | 'entity' | 'vessel' | 'aircraft'

export type ListedName = {
  text: string
  /** The list itself says that it proves little: it helps to confirm, and suspects nobody alone. */
  isWeak: boolean
}

export type ListedEntry = {
  /** The list's own number of it. */
  sourceId: string
  kind: EntryKind
  /** The first one is its main name. */
  names: ListedName[]
  /** Days, years or spans of years, as far as they are known: 1958-05-12, 1945, 1960-1962. */
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
  /** How many entries it says that it has; null when it does not say. */
  declaredCount: number | null
  entries: ListedEntry[]
  /** Kinds of wallets that nobody here has heard of: kept, and told. */
  unknownCurrencies: string[]
}

/** Currencies whose addresses OFAC publishes. Another one is news for whoever keeps this code. */
export const KNOWN_CURRENCIES: readonly string[] =
  'XBT BTC ETH XRP XLM LTC ZEC DASH BTG ETC BSV BCH XVG XMR USDT USDC TRX ARB BSC BNB SOL DOGE'.split(' ')

/** The list is not what it should be: an error page, half a file, another format. The one before is kept. */
export class ListBroken extends Error {
  override name = 'ListBroken' as const
}
