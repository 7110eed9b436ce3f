/** A test that a document names as its proof exists. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TESTS = globSync(['{app,harbour,prisma,scripts,tests,worker}/**/*.test.{ts,tsx}'])
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'])

test.each(DOCUMENTS)('%s', (document) => {
  const named = [...readFileSync(document, 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !TESTS.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})
