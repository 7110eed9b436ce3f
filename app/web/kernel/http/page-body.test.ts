import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createPageBody } from './page-body.server.ts'

/** Longer than one of React's pieces, in strings short enough to be written into them. */
const WORDS = Array.from({ length: 200 }, () => 'ผ่านธนาคาร 款项 üß 🚢 ')

function render(before: string): Promise<string> {
  const paragraphs = WORDS.map((words, index) => createElement('p', { key: index, 'data-at': words }, words))
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(createElement('div', null, before, paragraphs), {
      onError: reject,
      onAllReady: () => resolve(text(pipe(createPageBody()))),
    })
  })
}

it.each([0, 1, 2, 3])('a page has every character whole, wherever React cuts it (%i)', async (shift) => {
  const page = await render('a'.repeat(shift))
  expect(page).not.toMatch(/[\0\ufffd]/)
  expect(page.split(`<p data-at="${WORDS[0]}">${WORDS[0]}</p>`)).toHaveLength(WORDS.length + 1)
})

const PAGE = '<html><head><title>ü</title></head><body><p>🚢</p></body></html><!--$--><script>late()</script>'

it.each([1, 2, 3, 5, 8, 13, 21, PAGE.length])(
  'what comes late stands inside the document, and what is known late in its head: in pieces of %i bytes',
  async (size) => {
    const bytes = Buffer.from(PAGE)
    const body = createPageBody({ headEnd: () => '<meta name="late"/>' })
    for (let at = 0; at < bytes.length; at += size) body.write(bytes.subarray(at, at + size))
    body.end()
    expect(await text(body)).toBe(
      '<html><head><title>ü</title><meta name="late"/></head><body><p>🚢</p><!--$--><script>late()</script></body></html>',
    )
  },
)
