import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PRESENTED_TYPES } from '#app/trade/documents/domain/documents.ts'

test('every kind of paper is drawn in the file that pages fetch', async () => {
  const drawn = await readFile('public/papers.svg', 'utf8')
  const kinds = Array.from(drawn.matchAll(/ id="(\w+)"/g), ([, id]) => id)
  expect(kinds.sort()).toEqual([...PRESENTED_TYPES, 'Contract'].sort())
})
