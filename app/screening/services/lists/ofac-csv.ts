/** OFAC's older set of files: sdn.csv, alt.csv and sdn_comments.csv, joined by the number of the entry. */
import { type EntryKind, ListBroken, type ListedEntry, type ReadList } from '#app/screening/domain/listed-entry.ts'
import { readCsv } from './csv.ts'
import { ofacBirthOf, unknownOf } from './ofac-xml.ts'
import { clean, distinct } from './records.ts'

const KINDS: Record<string, EntryKind> = { individual: 'person', vessel: 'vessel', aircraft: 'aircraft' }
const WALLET = /\bDigital Currency Address - (\S+) ([0-9A-Za-z]+)/g
const WEAK_ALIAS = /\ba\.k\.a\. '([^']+)'/g
const BIRTH = /\bDOB ([^;.]+)/g
const DOCUMENT =
  /^(?:alt\. )?(?:Passport|National ID|Identification Number|SSN|Tax ID|Registration|Company Number|Legal Entity|C\.U\.I\.T|Vessel Registration)/

export type OfacFiles = { main: string; aliases: string; comments: string }

/** `files` as text. Throws ListBroken when one of them is not the expected table. */
export function readOfacCsv({ main, aliases, comments }: OfacFiles): ReadList {
  const names = groupBy(tableOf(aliases, { name: 'alt.csv', columns: 5 }), (row) => said(row[3]))
  const more = groupBy(tableOf(comments, { name: 'sdn_comments.csv', columns: 2 }), (row) => row[1] ?? null)
  const entries = tableOf(main, { name: 'sdn.csv', columns: 12 }).flatMap((row) => {
    const [id = '', name] = row
    // A remark is cut at 1,000 letters, within a word, and continues in the other file.
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

/** Each line begins with the number of an entry, so an error page in place of any file is detected. */
function tableOf(text: string, { name, columns }: { name: string; columns: number }): string[][] {
  const rows = readCsv(text)
  for (const row of rows) {
    if (row.length < columns) throw new ListBroken(`a line of ${name} has ${row.length} columns`)
    if (!/^\s*\d+\s*$/.test(row[0] ?? '')) throw new ListBroken(`a line of ${name} begins with no number`)
  }
  return rows
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
    births: distinct(firstsOf(remarks, BIRTH).map(ofacBirthOf)),
    countries: distinct(firstsOf(remarks, /\b(?:nationality|citizen) ([^;.]+)/g)),
    programmes: distinct((row.programme ?? '').split('] [')),
    documents: remarks.split('; ').filter((part) => DOCUMENT.test(part)),
    wallets: [...remarks.matchAll(WALLET)].map(([, currency = '', address = '']) => ({ currency, address })),
    remarks: clean(remarks) || null,
  }
}

const firstsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => clean(first))

/** `-0- ` means unknown. */
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
