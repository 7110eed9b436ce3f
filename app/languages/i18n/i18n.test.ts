import { describe, expect, it } from 'vitest'
import { INSTRUCTIONS_LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { createBrowserI18n } from './i18n.client.ts'
import { createRequestI18n, statementTranslator, translatorFor, wordsOf } from './i18n.server.ts'
import { createTranslate } from './translate.ts'

type Translate = (key: string, options?: Record<string, unknown>) => unknown

function both(language: Language): { server: Translate; browser: Translate } {
  const server = createRequestI18n(language)
  const browser = createBrowserI18n(language, wordsOf(language, 'common'))
  return { server: server.t as unknown as Translate, browser: browser.t as unknown as Translate }
}

function sentencesOf(words: object, path = ''): { key: string; text: string }[] {
  return Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'string' ? [{ key: path + name, text: word }] : sentencesOf(word, `${path}${name}.`),
  )
}

const valuesFor = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => [name, `<${name}> & "so on"`]))

describe('the browser’s translator', () => {
  it.each(INSTRUCTIONS_LANGUAGES)('says what i18next says, sentence by sentence (%s)', (language) => {
    const { server, browser } = both(language)
    for (const { key, text } of sentencesOf(wordsOf(language, 'common'))) {
      const values = valuesFor(text)
      expect(browser(key, values)).toBe(server(key, values))
      expect(browser(key, { replace: values })).toBe(server(key, { replace: values }))
    }
  })

  it.each(INSTRUCTIONS_LANGUAGES)('says the same of words that a page brings itself (%s)', (language) => {
    const server = translatorFor(language, 'desk') as unknown as Translate
    const page = createTranslate(language, wordsOf(language, 'desk'))
    for (const { key, text } of sentencesOf(wordsOf(language, 'desk'))) {
      const values = valuesFor(text)
      expect(page(key, values)).toBe(server(key, values))
    }
    for (const count of [0, 1, 2, 5]) {
      expect(page('overview.cases', { count })).toBe(server('overview.cases', { count }))
    }
  })

  it.each(INSTRUCTIONS_LANGUAGES)('says the same on a statement (%s)', (language) => {
    const server = translatorFor(language, ['statement', 'common']) as unknown as Translate
    const statement = statementTranslator(language) as unknown as Translate
    const own = sentencesOf(wordsOf(language, 'statement'))
    const shared = sentencesOf(wordsOf(language, 'common')).map(({ key, text }) => ({ key: `common:${key}`, text }))
    for (const { key, text } of [...own, ...shared]) {
      const values = valuesFor(text)
      expect(statement(key, values), key).toBe(server(key, values))
    }
  })

  it.each(INSTRUCTIONS_LANGUAGES)('counts as i18next counts, and never shows a key (%s)', (language) => {
    const { server, browser } = both(language)
    for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1.5]) {
      const sentence = browser('ui.document.files', { count })
      expect(sentence).toBe(server('ui.document.files', { count }))
      expect(sentence).not.toContain('ui.document')
    }
  })

  it('does with a missing sentence or value what i18next does', () => {
    const { server, browser } = both('en')
    for (const ask of [
      (t: Translate) => t('no.such.key'),
      (t: Translate) => t('no.such.key', { defaultValue: 'Nothing {{x}}', x: 1 }),
      (t: Translate) => t('toString'),
      (t: Translate) => t('nav.logoutName'),
      (t: Translate) => t('home.role', { returnObjects: true }),
      (t: Translate) => t('home.role.buyer', { context: 'none' }),
    ]) {
      expect(ask(browser)).toEqual(ask(server))
    }
  })
})

describe('our sentences', () => {
  it('use nothing that the browser’s translator does not know', () => {
    for (const { key, text } of (['common', 'desk', 'statement'] as const).flatMap((name) =>
      sentencesOf(wordsOf('en', name)),
    )) {
      expect(text, key).not.toMatch(/\$t\(|\{\{[^}]*[,-]/)
    }
  })
})
