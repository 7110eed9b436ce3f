import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, Trans } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { createBrowserI18n } from '#app/i18n/i18n.client.ts'
import { createRequestI18n, wordsOf } from '#app/i18n/i18n.server.ts'
import { RichText } from './rich-text.tsx'

const rendered = (text: string) =>
  renderToStaticMarkup(<RichText text={text} components={{ b: <strong />, terms: <a href="/terms">x</a> }} />)

describe('a sentence with marked words', () => {
  it('puts each mark into its element', () => {
    expect(rendered('I <b>do</b> accept the <terms>terms</terms>.')).toBe(
      'I <strong>do</strong> accept the <a href="/terms">terms</a>.',
    )
    expect(rendered('<b>All</b>')).toBe('<strong>All</strong>')
    expect(rendered('None')).toBe('None')
  })

  it('never turns text into HTML', () => {
    expect(rendered('<img src=x onerror=alert(1)> <script>1</script>')).toBe(
      '&lt;img src=x onerror=alert(1)&gt; &lt;script&gt;1&lt;/script&gt;',
    )
    expect(rendered('<toString>x</toString>')).toBe('&lt;toString&gt;x&lt;/toString&gt;')
  })
})

describe('react-i18next’s Trans', () => {
  it('works with the browser’s translator as with i18next', () => {
    const sentence = (
      <Trans i18nKey="home.welcome" values={{ name: 'Ann & Co', role: 'buyer' }} components={{ b: <b /> }} />
    )
    const server = renderToStaticMarkup(<I18nextProvider i18n={createRequestI18n('en')}>{sentence}</I18nextProvider>)
    const browser = renderToStaticMarkup(
      <I18nextProvider i18n={createBrowserI18n('en', wordsOf('en', 'common'))}>{sentence}</I18nextProvider>,
    )
    expect(browser).toBe(server)
    expect(browser).toContain('Signed in as Ann')
  })
})
