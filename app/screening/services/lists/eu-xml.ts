/** The European Union's Financial Sanctions Files, XML 1.1: everything is in attributes. */
import type { ListedEntry, ReadList } from '#app/screening/domain/listed-entry.ts'
import { all, attribute, clean, distinct, type Node, readRecords, texts } from './records.ts'
import { unreadWalletsIn, walletsIn } from './wallets-in-text.ts'

/** `strong` is set even on aliases that their remark calls low quality. */
const LOW_QUALITY = /\blow?[\s-]+quality\b/i
const UNKNOWN_COUNTRY = '00'

export async function readEuXml(chunks: AsyncIterable<Uint8Array>): Promise<ReadList> {
  const entries: ListedEntry[] = []
  const unread: string[] = []
  const root = await readRecords(chunks, {
    root: 'export',
    records: ['sanctionEntity'],
    onRecord: (record) => {
      entries.push(entryOf(record))
      unread.push(...unreadWalletsIn(saidOf(record)))
    },
  })
  const unknownCurrencies = distinct(unread)
  return { publishedAt: root.generationDate ?? null, declaredCount: null, entries, unknownCurrencies }
}

/** All free text, where addresses may occur. */
function saidOf(record: Node): string {
  return ['remark', 'nameAlias/remark', 'identification/remark'].flatMap((path) => texts(record, path)).join('\n')
}

function entryOf(record: Node): ListedEntry {
  const remarks = texts(record, 'remark').join(' ')
  const [subject] = all(record, 'subjectType')
  return {
    sourceId: attribute(record, 'euReferenceNumber') ?? attribute(record, 'logicalId') ?? '',
    kind: subject && attribute(subject, 'code') === 'person' ? 'person' : 'entity',
    names: all(record, 'nameAlias').flatMap((alias) => {
      const text =
        attribute(alias, 'wholeName') ??
        clean(['firstName', 'middleName', 'lastName'].flatMap((part) => attribute(alias, part) ?? []).join(' '))
      const isWeak =
        attribute(alias, 'strong') === 'false' || texts(alias, 'remark').some((said) => LOW_QUALITY.test(said))
      return text === '' ? [] : [{ text, isWeak }]
    }),
    births: distinct(all(record, 'birthdate').map(birthOf)),
    countries: distinct(
      [...all(record, 'citizenship'), ...all(record, 'address')]
        .filter((place) => attribute(place, 'countryIso2Code') !== UNKNOWN_COUNTRY)
        .map((place) => attribute(place, 'countryDescription') ?? attribute(place, 'countryIso2Code')),
    ),
    programmes: distinct(all(record, 'regulation').map((regulation) => attribute(regulation, 'programme'))),
    documents: all(record, 'identification').flatMap((id) => {
      const number = attribute(id, 'number')
      return number
        ? [
            clean(
              `${attribute(id, 'identificationTypeDescription') ?? attribute(id, 'identificationTypeCode') ?? ''} ${number}`,
            ),
          ]
        : []
    }),
    wallets: walletsIn(saidOf(record)),
    remarks: remarks || null,
  }
}

/** `birthdate` is in our calendar even where `year` is in another. */
function birthOf(birth: Node): string | null {
  const exact = attribute(birth, 'birthdate')
  if (exact) return exact
  if (attribute(birth, 'calendarType') === 'ISLAMIC') return null
  const [from, to] = [attribute(birth, 'yearRangeFrom'), attribute(birth, 'yearRangeTo')]
  return attribute(birth, 'year') ?? (from && to ? `${from}-${to}` : (from ?? to))
}
