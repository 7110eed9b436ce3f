import { describe, expect, it } from 'vitest'
import { compareWithEnglish, type SameAsEnglish } from './compare.ts'
import { flatten } from './locales.ts'
import { pluralForms } from './plurals.ts'

const ENGLISH = {
  title: 'Terms',
  due: '{{amount}} is due to {{name}}.',
  accept: 'I accept the <terms>terms</terms>.',
  balance: 'balance {{has}} < required {{needs}}.',
  code: 'SHA-256',
  only: '{{amount}}',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  list: ['First', 'Second'],
}
const GERMAN = {
  title: 'Bedingungen',
  due: '{{amount}} steht {{name}} zu.',
  accept: 'Ich nehme die <terms>Bedingungen</terms> an.',
  balance: 'Guthaben {{has}} < nötig {{needs}}.',
  code: 'SHA-256',
  only: '{{amount}}',
  files_one: 'eine Datei',
  files_other: '{{count}} Dateien',
  list: ['Erstens', 'Zweitens'],
}
const NOTHING: SameAsEnglish = { everywhere: ['SHA-256'], byLanguage: {} }

type Change = Partial<Record<keyof typeof GERMAN, string | string[]>> & Record<string, string | string[] | undefined>

/** Returns the complaints about German after a change; undefined removes a sentence. */
function complaints(change: Change, { language = 'de', same = NOTHING } = {}): string[] {
  const words = Object.entries({ ...GERMAN, ...change }).filter(([, text]) => text !== undefined)
  const sentences = (of: object) => new Map(flatten(of as Record<string, string>, 'common:'))
  return compareWithEnglish({ language, english: sentences(ENGLISH), own: sentences(Object.fromEntries(words)), same })
}

describe('a translation', () => {
  it('that says everything in its own words is right', () => {
    expect(complaints({})).toEqual([])
  })

  it('has the keys of English, no fewer and no more', () => {
    expect(complaints({ title: undefined })).toEqual(['common:title is missing'])
    expect(complaints({ list: ['Erstens'] })).toEqual(['common:list.1 is missing'])
    expect(complaints({ titel: 'Bedingungen' })).toEqual(['common:titel is not a key of English'])
  })

  it('that was not begun lacks the file', () => {
    const english = new Map([
      ['common:a', 'Home'],
      ['mail:a', 'Hello'],
      ['mail:b', 'Goodbye'],
    ])
    const own = new Map([['common:a', 'Start']])
    const missing = compareWithEnglish({ language: 'de', english, own, same: NOTHING })
    expect(missing).toEqual(['mail.json is missing'])
  })

  it('is not English, unless the sentence may be the same', () => {
    const untranslated = ['common:title is the same as in English: “Terms”']
    expect(complaints({ title: 'Terms' })).toEqual(untranslated)
    expect(complaints({ title: 'Terms' }, { same: { ...NOTHING, byLanguage: { nl: ['common:title'] } } })).toEqual(
      untranslated,
    )
    const same = { ...NOTHING, byLanguage: { de: ['common:title'] } }
    expect(complaints({ title: 'Terms' }, { same })).toEqual([])
    expect(complaints({}, { same })).toEqual([
      'common:title is on the list of what is the same as in English, but is not',
    ])
  })

  it('keeps every placeholder as it is', () => {
    expect(complaints({ due: '{{amount}} steht {{Name}} zu.' })).toEqual([
      'common:due lacks {{name}}',
      'common:due has {{Name}}, which English has not',
    ])
    expect(complaints({ due: '{{amount}} steht {name}} zu.' })).toEqual([
      'common:due lacks {{name}}',
      'common:due has a broken placeholder: “{{amount}} steht {name}} zu.”',
    ])
  })

  it('keeps every mark, closed and around words', () => {
    expect(complaints({ accept: 'Ich nehme die Bedingungen an.' })).toEqual([
      'common:accept has the marks none, English has <terms>',
    ])
    expect(complaints({ accept: 'Ich nehme die <terms>Bedingungen</term> an.' })).toHaveLength(2)
    expect(complaints({ accept: 'Ich <b>nehme</b> die <terms>Bedingungen</terms> an.' })).toEqual([
      'common:accept has the marks <b> <terms>, English has <terms>',
    ])
    expect(complaints({ accept: 'Ich <terms>nehme die <terms>Bedingungen</terms> an</terms>.' })).toHaveLength(1)
    expect(complaints({ balance: 'Guthaben {{has}}, nötig {{needs}}.' })).toHaveLength(1)
  })
})

describe('sentences that count', () => {
  it('have the forms of the language', () => {
    expect(complaints({ files_other: undefined })).toEqual(['common:files_other is missing'])
    expect(complaints({}, { language: 'pl' })).toEqual(['common:files_few is missing', 'common:files_many is missing'])
    expect(complaints({ files_few: '{{count}} Dateien' })).toEqual(['common:files_few is not a key of English'])
    expect(complaints({ files_one: undefined }, { language: 'th' })).toEqual([])
    expect(complaints({ files_one: '1 ไฟล์' }, { language: 'th' })).toEqual(['common:files_one is not a key of English'])
  })

  it('may have a form that no count of ours needs', () => {
    expect(pluralForms('es')).toEqual(['one', 'other'])
    expect(complaints({ files_many: '{{count}} de archivos' }, { language: 'es' })).toEqual([])
  })

  it('show their number, but for one', () => {
    expect(complaints({ files_other: 'viele Dateien' })).toEqual(['common:files_other lacks {{count}}'])
  })
})
