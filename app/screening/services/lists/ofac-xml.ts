/** OFAC's SDN.XML and CONSOLIDATED.XML. */
import {
  type EntryKind,
  KNOWN_CURRENCIES,
  type ListedEntry,
  type ReadList,
} from '#app/screening/domain/listed-entry.ts'
import { all, distinct, type Node, readRecords, textOf, texts } from './records.ts'

const KINDS: Record<string, EntryKind> = {
  individual: 'person',
  entity: 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
}
/** Any text after it is the currency: an unknown one is reported, and never taken for a passport. */
const WALLET = /^(?:alt\. )?Digital Currency Address\b[\s:–-]*(.*)$/i
const LONGEST_CURRENCY = 40

export async function readOfacXml(chunks: AsyncIterable<Uint8Array>): Promise<ReadList> {
  const entries: ListedEntry[] = []
  let publishedAt: string | null = null
  let declaredCount: number | null = null
  const onRecord = (record: Node) => {
    if (record.name === 'sdnEntry') entries.push(entryOf(record))
    else {
      publishedAt = textOf(record, 'Publish_Date')
      const count = Number(textOf(record, 'Record_Count') ?? '')
      declaredCount = Number.isInteger(count) && count > 0 ? count : null
    }
  }
  await readRecords(chunks, { root: 'sdnList', records: ['publshInformation', 'sdnEntry'], onRecord })
  return { publishedAt, declaredCount, entries, unknownCurrencies: unknownOf(entries) }
}

export function unknownOf(entries: readonly ListedEntry[]): string[] {
  const all = new Set(entries.flatMap(({ wallets }) => wallets.map(({ currency }) => currency)))
  return [...all].filter((currency) => !KNOWN_CURRENCIES.includes(currency))
}

function entryOf(record: Node): ListedEntry {
  const ids = all(record, 'idList/id').map((id) => ({
    type: textOf(id, 'idType') ?? '',
    number: textOf(id, 'idNumber') ?? '',
    country: textOf(id, 'idCountry'),
  }))
  return {
    sourceId: textOf(record, 'uid') ?? '',
    kind: KINDS[(textOf(record, 'sdnType') ?? '').toLowerCase()] ?? 'entity',
    names: [
      { text: nameOf(record), isWeak: false },
      ...all(record, 'akaList/aka').map((aka) => ({ text: nameOf(aka), isWeak: textOf(aka, 'category') === 'weak' })),
    ].filter((name) => name.text !== ''),
    births: distinct(texts(record, 'dateOfBirthList/dateOfBirthItem/dateOfBirth').map(ofacBirthOf)),
    countries: distinct([
      ...texts(record, 'nationalityList/nationality/country'),
      ...texts(record, 'citizenshipList/citizenship/country'),
      ...texts(record, 'addressList/address/country'),
    ]),
    programmes: distinct(texts(record, 'programList/program')),
    documents: ids
      .filter(({ type, number }) => number !== '' && !WALLET.test(type))
      .map(({ type, number, country }) => `${type} ${number}${country ? ` (${country})` : ''}`),
    wallets: ids.flatMap(({ type, number }) => {
      const wallet = WALLET.exec(type)
      return wallet && number !== '' ? [{ currency: currencyOf(wallet[1] ?? ''), address: number }] : []
    }),
    remarks: textOf(record, 'remarks'),
  }
}

/** '?' when the text names none. */
const currencyOf = (said: string) => said.slice(0, LONGEST_CURRENCY) || '?'

function nameOf(of: Node): string {
  return [textOf(of, 'firstName'), textOf(of, 'lastName')].filter((part) => part !== null).join(' ')
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `28 Jul 1963`, `Jul 1963`, `circa 1963`, `1963 to 1965`. */
export function ofacBirthOf(written: string): string {
  const [, day, month = '', year] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(written) ?? []
  const number = MONTHS.indexOf(month) + 1
  if (day && number > 0) return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const years = written.match(/\d{4}/g) ?? []
  return [...new Set(years)].slice(0, 2).join('-') || written
}
