import { describe, expect, it } from 'vitest'
import { createBrowserI18n } from '#app/languages/i18n/i18n.client.ts'
import { translatorFor, wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { isolate, withoutIsolates } from './isolate.ts'

describe('a value in a sentence', () => {
  it('keeps its direction in a right-to-left language', () => {
    expect(isolate('412.5 XLM', 'fa')).toBe('\u2068412.5 XLM\u2069')
    expect(isolate('', 'fa')).toBe('')
  })

  it('keeps it in every language when it is written from right to left', () => {
    expect(isolate('محمد رضایی', 'en')).toBe('\u2068محمد رضایی\u2069')
    expect(isolate('412.5 XLM', 'de')).toBe('412.5 XLM')
    expect(isolate('Ömer 王 ไทย', 'en')).toBe('Ömer 王 ไทย')
  })

  it('is freed of the signs for programs', () => {
    expect(withoutIsolates(`a ${isolate('0xab', 'fa')} b`)).toBe('a 0xab b')
  })

  it('is isolated in pages and in letters', () => {
    const values = { name: 'Ann' }
    expect(translatorFor('fa')('nav.logoutName', values)).toContain('\u2068Ann\u2069')
    expect(createBrowserI18n('fa', wordsOf('fa', 'common')).t('nav.logoutName', values)).toContain('\u2068Ann\u2069')
    expect(translatorFor('en')('nav.logoutName', values)).toBe('Log out Ann')
  })

  it('is left alone where it is a number that is counted', () => {
    expect(translatorFor('fa')('ui.document.files', { count: 3 })).not.toContain('\u2068')
  })
})
