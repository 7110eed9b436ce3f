import { gunzipSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, it } from 'vitest'
import { collectPage, mendPage, pageResponse } from './page-bytes.server.ts'

/** Longer than one of React's chunks, in strings short enough to be written into them. */
const WORDS = Array.from({ length: 200 }, () => 'ผ่านธนาคาร 款项 üß 🚢 ')

function render(before: string): Promise<string> {
  const paragraphs = WORDS.map((words, index) => createElement('p', { key: index, 'data-at': words }, words))
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(createElement('div', null, before, paragraphs), {
      onError: reject,
      onAllReady: () => void pipe(collectPage((written) => resolve(mendPage(written).toString()))),
    })
  })
}

it.each([0, 1, 2, 3])('a page has every character whole, wherever React cuts it (%i)', async (shift) => {
  const page = await render('a'.repeat(shift))
  expect(page).not.toMatch(/[\0\ufffd]/)
  expect(page.split(`<p data-at="${WORDS[0]}">${WORDS[0]}</p>`)).toHaveLength(WORDS.length + 1)
})

const PAGE = '<html><head><title>ü</title></head><body><p>🚢</p></body></html><!--$--><script>late()</script>'

it('what comes late stands inside the document, and what is known late in its head', () => {
  const mended = mendPage(Buffer.from(PAGE), '<meta name="late"/>')
  expect(mended.toString()).toBe(
    '<html><head><title>ü</title><meta name="late"/></head><body><p>🚢</p><!--$--><script>late()</script></body></html>',
  )
})

it('a page that broke off is passed on as far as it came', () => {
  for (const broken of ['', '<p>no head', '<head></head><p>no end'])
    expect(mendPage(Buffer.from(broken)).toString()).toBe(broken)
})

it.each([
  { accepted: 'br, gzip', words: 2_000, encoding: 'gzip' },
  { accepted: 'gzip;q=0', words: 2_000, encoding: null },
  { accepted: null, words: 2_000, encoding: null },
  { accepted: 'gzip', words: 3, encoding: null },
])('a page is compressed where the browser takes it and it is worth it: %o', async ({ accepted, words, encoding }) => {
  const page = Buffer.from('ü '.repeat(words))
  const response = pageResponse(page, { accepted, status: 404, headers: new Headers({ 'X-Own': 'kept' }) })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('X-Own')]).toEqual([404, 'kept'])
  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Content-Length')).toBe(String(bytes.length))
  expect(encoding ? gunzipSync(bytes) : bytes).toEqual(page)
})
