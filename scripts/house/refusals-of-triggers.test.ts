/** Calls name the schema of "public"."refuse_if": a session's search_path could bypass the rules (decision 136). */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FUNCTIONS = globSync('prisma/functions/*.sql').filter((file) => !file.endsWith('/refuse_if.sql'))

test('no function calls "refuse_if" without its schema', () => {
  const calls = FUNCTIONS.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) =>
    text.includes('"refuse_if"('),
  )
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter(({ text }) => /(?<!"public"\.)"refuse_if"\(/.test(text)).map(({ file }) => file)).toEqual([])
})
