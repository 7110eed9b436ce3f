import { renderToStaticMarkup } from 'react-dom/server'
import * as original from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { createBrowserI18n } from './i18n.client.ts'
import { createRequestI18n, wordsOf } from './i18n.server.ts'
import * as onPages from './react-i18next-in-pages.ts'

/** A component like ours: it asks for messages and for the language. */
function Part({ useTranslation }: { useTranslation: typeof onPages.useTranslation }) {
  const { t, i18n } = useTranslation()
  return <p lang={i18n.language}>{t('nav.logoutName', { name: 'Ann & Co' })}</p>
}

describe('react-i18next’s stand-in on pages', () => {
  it('gives a part the same words and language as react-i18next', () => {
    const server = renderToStaticMarkup(
      <original.I18nextProvider i18n={createRequestI18n('fa')}>
        <Part useTranslation={original.useTranslation} />
      </original.I18nextProvider>,
    )
    const browser = renderToStaticMarkup(
      <onPages.I18nextProvider i18n={createBrowserI18n('fa', wordsOf('fa', 'common'))}>
        <Part useTranslation={onPages.useTranslation} />
      </onPages.I18nextProvider>,
    )
    expect(browser).toBe(server)
    expect(browser).toMatch(/^<p lang="fa">.*Ann &amp; Co/)
  })

  it('does not translate outside of a provider', () => {
    const part = <Part useTranslation={onPages.useTranslation} />
    expect(() => renderToStaticMarkup(part)).toThrow('outside of I18nextProvider')
  })
})
