import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_TYPES } from '#app/escrow/domain/document-types.ts'
import { roundsLeft } from '#app/trade/terms/domain/presentations-left.ts'
import {
  DISCREPANCIES,
  type Examined,
  isMarked,
  isSameDiscrepancyNotice,
  lacksWords,
  type Mark,
  namedTooLate,
} from './discrepancy-notice.ts'

const FILES = [
  { type: 'CommercialInvoice', sha256: 'a' },
  { type: 'BillOfLading', sha256: 'b' },
] as const
const lading = (reasons: Mark['reasons'], words = ''): Mark => ({ type: 'BillOfLading', reasons, words })
const examined = (marks: Mark[], of: Partial<Examined> & { reason?: string } = {}): Examined => ({
  files: of.files ?? FILES,
  notice: { reason: of.reason ?? 'Not so.', marks },
})

describe('what can no longer be named', () => {
  const before = [examined([lading(['unsigned', 'other'], 'The consignee.')])]

  test.each<[string, Examined, ReturnType<typeof namedTooLate>]>([
    ['the same', examined([lading(['other', 'unsigned'], 'The consignee.')]), null],
    ['less', examined([lading(['unsigned'])]), null],
    ['the document alone', examined([lading([])]), null],
    ['another reason', examined([lading(['unreadable'])]), 'BillOfLading'],
    ['other words', examined([lading(['unsigned'], 'The date.')]), 'BillOfLading'],
    ['another document', examined([{ type: 'CommercialInvoice', reasons: [], words: '' }]), 'CommercialInvoice'],
    ['a missing document', examined([{ type: 'PackingList', reasons: [], words: '' }]), 'PackingList'],
    ['all of it', examined([]), 'CommercialInvoice'],
    ['another reason of the whole', examined([lading(['unsigned'])], { reason: 'Else.' }), 'reason'],
    [
      'anything of a new file',
      examined([lading(['unreadable'])], {
        files: [FILES[0], { type: 'BillOfLading', sha256: 'new' }],
        reason: 'Else.',
      }),
      null,
    ],
    [
      'more of a file that stayed beside a new one',
      examined([{ type: 'CommercialInvoice', reasons: [], words: '' }], {
        files: [FILES[0], { type: 'BillOfLading', sha256: 'new' }],
        reason: 'Else.',
      }),
      'CommercialInvoice',
    ],
  ])('%s', (_, next, late) => expect(namedTooLate(before, next)).toBe(late))

  test('all of it leaves room for each part', () => {
    expect(namedTooLate([examined([])], examined([lading([])]))).toBeNull()
    expect(namedTooLate([examined([])], examined([lading(['unsigned'])]))).toBe('BillOfLading')
  })

  test('images are one document: it is another one when an image was added, and the same when one was taken away', () => {
    const images = (...hashes: string[]) => hashes.map((sha256) => ({ type: 'ShipmentImage', sha256 }) as const)
    const mark: Mark = { type: 'ShipmentImage', reasons: ['unreadable'], words: '' }
    const first = examined([lading([])], { files: [...FILES, ...images('x', 'y')] })
    expect(namedTooLate([first], examined([mark], { files: [...FILES, ...images('x')], reason: 'Else.' }))).toBe(
      'ShipmentImage',
    )
    expect(
      namedTooLate([first], examined([mark], { files: [...FILES, ...images('x', 'z')], reason: 'Else.' })),
    ).toBeNull()
  })

  const mark = fc.record({
    type: fc.constantFrom(...DOCUMENT_TYPES),
    reasons: fc.uniqueArray(fc.constantFrom(...DISCREPANCIES)),
    words: fc.constantFrom('', 'One.', 'Two.'),
  })
  const notice = fc.record({
    files: fc.uniqueArray(fc.record({ type: fc.constantFrom(...DOCUMENT_TYPES), sha256: fc.constantFrom('a', 'b') }), {
      selector: ({ type }) => type,
    }),
    notice: fc.record({
      reason: fc.constantFrom('One.', 'Two.'),
      marks: fc.uniqueArray(mark, { selector: ({ type }) => type }),
    }),
  })

  test('a chain of notices about the same files only ever narrows', () => {
    fc.assert(
      fc.property(fc.array(notice, { maxLength: 12 }), (tried) => {
        const given: Examined[] = []
        for (const next of tried) if (namedTooLate(given, next) === null) given.push(next)
        for (const [place, later] of given.entries()) {
          for (const earlier of given.slice(0, place)) {
            for (const { type, reasons } of later.notice.marks) {
              const shaOf = ({ files }: Examined) => files.find((file) => file.type === type)?.sha256
              if (!shaOf(later) || shaOf(later) !== shaOf(earlier)) continue
              const { marks } = earlier.notice
              const named = marks.find((known) => known.type === type)
              expect(marks.length === 0 || named).toBeTruthy()
              expect((named?.reasons ?? []).length >= reasons.length).toBe(true)
            }
          }
        }
      }),
    )
  })

  test('whatever was said may be said again', () => {
    fc.assert(fc.property(notice, (said) => namedTooLate([said], said) === null))
  })
})

describe('a notice', () => {
  test('is marked by reasons or words, not by naming alone', () => {
    const says = (mark: Mark) => isMarked({ reason: '', marks: [mark] })
    expect([lading([]), lading(['unsigned']), lading([], 'So.')].map(says)).toEqual([false, true, true])
  })

  test('own words are missing where they are chosen', () => {
    expect(lacksWords({ reason: '', marks: [lading(['other'], 'So.')] })).toBeNull()
    expect(lacksWords({ reason: '', marks: [lading(['other'])] })).toBe('BillOfLading')
  })

  test('is the same in whatever order it is said', () => {
    const one = {
      reason: 'So.',
      marks: [lading(['unsigned', 'other'], 'x'), { type: 'PackingList', reasons: [], words: '' } as const],
    }
    const other = {
      reason: 'So.',
      marks: [{ type: 'PackingList', reasons: [], words: '' } as const, lading(['other', 'unsigned'], 'x')],
    }
    expect(isSameDiscrepancyNotice(one, other)).toBe(true)
    expect(isSameDiscrepancyNotice(one, { ...other, marks: [lading(['other'], 'x')] })).toBe(false)
  })
})

test.each([
  [{ hasDates: false, round: 7, isAllowed: false }, null],
  [{ hasDates: true, round: 0, isAllowed: false }, 2],
  [{ hasDates: true, round: 1, isAllowed: false }, 1],
  [{ hasDates: true, round: 2, isAllowed: false }, 0],
  [{ hasDates: true, round: 2, isAllowed: true }, 1],
  [{ hasDates: true, round: 5, isAllowed: false }, 0],
])('rounds left of %o', (of, left) => expect(roundsLeft(of)).toBe(left))
