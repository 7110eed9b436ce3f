/** The consolidated list of the United Nations Security Council. */
import type { ListedEntry, ReadList } from '#app/screening/domain/listed-entry.ts'
import { namesApart } from './names-apart.ts'
import { all, clean, distinct, type Node, readRecords, textOf, texts } from './records.ts'
import { unreadWalletsIn, walletsIn } from './wallets-in-text.ts'

const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

export async function readUnXml(chunks: AsyncIterable<Uint8Array>): Promise<ReadList> {
  const entries: ListedEntry[] = []
  const root = await readRecords(chunks, {
    root: 'CONSOLIDATED_LIST',
    records: ['INDIVIDUAL', 'ENTITY'],
    onRecord: (record) => entries.push(entryOf(record)),
  })
  const unknownCurrencies = distinct(entries.flatMap(({ remarks }) => unreadWalletsIn(remarks ?? '')))
  return { publishedAt: root.dateGenerated ?? null, declaredCount: null, entries, unknownCurrencies }
}

function entryOf(record: Node): ListedEntry {
  const of = record.name
  const remarks = textOf(record, 'COMMENTS1')
  const aliases = all(record, `${of}_ALIAS`).flatMap((alias) =>
    namesApart(textOf(alias, 'ALIAS_NAME') ?? '').map((name) => ({
      text: name,
      isWeak: textOf(alias, 'QUALITY')?.toLowerCase() === 'low',
    })),
  )
  const main = clean(NAMES.flatMap((name) => textOf(record, name) ?? []).join(' '))
  return {
    sourceId: textOf(record, 'REFERENCE_NUMBER') ?? textOf(record, 'DATAID') ?? '',
    kind: of === 'INDIVIDUAL' ? 'person' : 'entity',
    names: [main, ...texts(record, 'NAME_ORIGINAL_SCRIPT').flatMap(namesApart)]
      .map((name) => ({ text: name, isWeak: false }))
      .concat(aliases)
      .filter((name) => name.text !== ''),
    births: distinct(all(record, 'INDIVIDUAL_DATE_OF_BIRTH').map(birthOf)),
    countries: distinct([...texts(record, 'NATIONALITY/VALUE'), ...texts(record, `${of}_ADDRESS/COUNTRY`)]),
    programmes: distinct(texts(record, 'UN_LIST_TYPE')),
    documents: all(record, 'INDIVIDUAL_DOCUMENT').flatMap((document) => {
      const number = textOf(document, 'NUMBER')
      return number ? [clean(`${textOf(document, 'TYPE_OF_DOCUMENT') ?? ''} ${number}`)] : []
    }),
    wallets: walletsIn(remarks ?? ''),
    remarks,
  }
}

function birthOf(birth: Node): string | null {
  const [from, to] = [textOf(birth, 'FROM_YEAR'), textOf(birth, 'TO_YEAR')]
  return textOf(birth, 'DATE') ?? textOf(birth, 'YEAR') ?? (from && to ? `${from}-${to}` : (from ?? to))
}
