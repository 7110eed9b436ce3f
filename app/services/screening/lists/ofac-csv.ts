/** OFAC's older set of files: sdn.csv, alt.csv and sdn_comments.csv, joined by the number of the entry. */
import { type EntryKind, ListBroken, type ListedEntry, type ReadList } from '#app/domain/screening/listed-entry.ts'
import { readCsv } from './csv.ts'
import { birthOf, unknownOf } from './ofac-xml.ts'
import { clean, distinct } from './records.ts'

const KINDS: Record<string, EntryKind> = { individual: 'person', vessel: 'vessel', aircraft: 'aircraft' }
const WALLET = /\bDigital Currency Address - (\S+) ([0-9A-Za-z]+)/g
const WEAK_ALIAS = /\ba\.k\.a\. '([^']+)'/g
const BIRTH = /\bDOB ([^;.]+)/g
const DOCUMENT =
  /^(?:alt\. )?(?:Passport|National ID|Identification Number|SSN|Tax ID|Registration|Company Number|Legal Entity|C\.U\.I\.T|Vessel Registration)/

export type OfacFiles = { main: string; aliases: string; comments: string }

/** The three files as text. Throws ListBroken when the first is not the table that it should be. */
export function readOfacCsv({ main, aliases, comments }: OfacFiles): ReadList {
  const names = groupBy(readCsv(aliases), (row) => said(row[3]))
  const more = groupBy(readCsv(comments), (row) => row[1] ?? null)
  const entries = readCsv(main).flatMap((row) => {
    if (row.length < 12) throw new ListBroken(`a line of sdn.csv has ${row.length} columns`)
    const [id = '', name] = row
    // A remark is cut at 1,000 letters, in the middle of a word, and goes on in the other file.
    const remarks = [said(row[11]) ?? '', ...(more.get(id) ?? [])].join('')
    return [
      entryOf(
        { id, name: said(name) ?? '', type: said(row[2]), programme: said(row[3]), remarks },
        names.get(id) ?? [],
      ),
    ]
  })
  return { publishedAt: null, declaredCount: null, entries, unknownCurrencies: unknownOf(entries) }
}

function entryOf(
  row: { id: string; name: string; type: string | null; programme: string | null; remarks: string },
  aliases: readonly string[],
): ListedEntry {
  const { remarks } = row
  return {
    sourceId: row.id,
    kind: KINDS[row.type ?? ''] ?? 'entity',
    names: [
      ...[row.name, ...aliases].filter((name) => name !== '').map((text) => ({ text, isWeak: false })),
      ...firstsOf(remarks, WEAK_ALIAS).map((text) => ({ text, isWeak: true })),
    ],
    births: distinct(firstsOf(remarks, BIRTH).map(birthOf)),
    countries: distinct(firstsOf(remarks, /\b(?:nationality|citizen) ([^;.]+)/g)),
    programmes: distinct((row.programme ?? '').split('] [')),
    documents: remarks.split('; ').filter((part) => DOCUMENT.test(part)),
    wallets: [...remarks.matchAll(WALLET)].map(([, currency = '', address = '']) => ({ currency, address })),
    remarks: clean(remarks) || null,
  }
}

const firstsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => clean(first))

/** `-0- ` stands where nothing is known. */
function said(cell: string | undefined): string | null {
  const value = (cell ?? '').trim()
  return value === '' || value === '-0-' ? null : value
}

function groupBy(rows: readonly string[][], value: (row: string[]) => string | null): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const row of rows) {
    const [id = ''] = row
    const found = value(row)
    if (found !== null) groups.set(id, [...(groups.get(id) ?? []), found])
  }
  return groups
}
