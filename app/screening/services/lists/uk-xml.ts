/** The UK Sanctions List of the Foreign, Commonwealth and Development Office. */
import type { EntryKind, ListedEntry, ReadList } from '#app/screening/domain/listed-entry.ts'
import { all, clean, distinct, type Node, readRecords, textOf, texts } from './records.ts'
import { unreadWalletsIn, walletsIn } from './wallets-in-text.ts'

const KINDS: Record<string, EntryKind> = { individual: 'person', entity: 'entity', ship: 'vessel' }
const NAMES = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6']

export async function readUkXml(chunks: AsyncIterable<Uint8Array>): Promise<ReadList> {
  const entries: ListedEntry[] = []
  let publishedAt: string | null = null
  const root = await readRecords(chunks, {
    root: 'Designations',
    records: ['DateGenerated', 'Designation'],
    onRecord: (record) => {
      if (record.name === 'Designation') entries.push(entryOf(record))
      else publishedAt = clean(record.text) || null
    },
  })
  const unknownCurrencies = distinct(entries.flatMap(({ remarks }) => unreadWalletsIn(remarks ?? '')))
  return { publishedAt: publishedAt ?? root.DateGenerated ?? null, declaredCount: null, entries, unknownCurrencies }
}

function entryOf(record: Node): ListedEntry {
  const other = textOf(record, 'OtherInformation')
  const reasons = textOf(record, 'UKStatementofReasons')
  const person = 'IndividualDetails/Individual'
  return {
    sourceId: textOf(record, 'UniqueID') ?? '',
    kind: KINDS[(textOf(record, 'IndividualEntityShip') ?? '').toLowerCase()] ?? 'entity',
    names: [
      ...all(record, 'Names/Name')
        .map((name) => ({
          isMain: textOf(name, 'NameType') === 'Primary Name',
          isWeak: /low/i.test(textOf(name, 'AliasStrength') ?? ''),
          text: clean(NAMES.flatMap((part) => textOf(name, part) ?? []).join(' ')),
        }))
        .toSorted((one, two) => Number(two.isMain) - Number(one.isMain))
        .map(({ text: name, isWeak }) => ({ text: name, isWeak })),
      ...texts(record, 'NonLatinNames/NonLatinName/NameNonLatinScript').map((name) => ({ text: name, isWeak: false })),
    ].filter((name) => name.text !== ''),
    births: distinct(texts(record, `${person}/DOBs/DOB`).map(ukBirthOf)),
    countries: distinct([
      ...texts(record, `${person}/Nationalities/Nationality`),
      ...texts(record, 'Addresses/Address/AddressCountry'),
    ]),
    programmes: distinct(texts(record, 'RegimeName')),
    documents: distinct([
      ...texts(record, `${person}/PassportDetails/Passport/PassportNumber`),
      ...texts(record, `${person}/NationalIdentifierDetails/NationalIdentifier/NationalIdentifierNumber`),
    ]),
    wallets: walletsIn(`${other ?? ''}\n${reasons ?? ''}`),
    remarks: distinct([other, reasons]).join(' ') || null,
  }
}

/** `12/05/1958`; `dd/mm/1945` where only the year is known; `1946`. */
export function ukBirthOf(written: string): string {
  const [, day = '', month = '', year = ''] = /^(\w{2})\/(\w{2})\/(\d{4})$/.exec(written) ?? []
  if (year === '') return written
  if (!/^\d{2}$/.test(month) || month === '00') return year
  return /^\d{2}$/.test(day) && day !== '00' ? `${year}-${month}-${day}` : year
}
