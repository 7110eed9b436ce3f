import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
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
