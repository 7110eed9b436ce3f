import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CODE_FIELDS } from './code-fields.ts'
import { FormFields } from './form-fields.ts'

const HASH = 'ab'.repeat(32)
const typed = (name: string, value: string) => {
  const fields = new FormFields()
  fields.append(name, value)
  return fields
}

describe.each([...CODE_FIELDS.keys()])('%s', (name) => {
  test.each([
    ['a sign that nobody sees', '12345\u200b', '12345'],
    ['isolates around it', '\u206812345\u2069', '12345'],
    ['Persian digits', '۱۲۳۴۵', '12345'],
    ['full width', '１２３４５', '12345'],
    ['blanks of other kinds', '\u00a012345\u202f', '12345'],
  ])('with %s is read as it is seen', (_, value, seen) => {
    expect(typed(name, value).get(name)).toBe(seen)
    // Shown again, and sent once more.
    expect(typed(name, value).entries()).toEqual([[name, value]])
  })
})

test.each(['hash', 'lockHash', 'txid'])('%s is read from the address of an explorer', (name) => {
  expect(typed(name, `https://stellar.expert/explorer/public/tx/${HASH}`).get(name)).toBe(HASH)
  expect(typed(name, `0x${HASH}`).get(name)).toBe(HASH)
})

test('text, passwords and what a page has shown keep every character', () => {
  for (const name of ['notes', 'reason', 'seenMemo', 'seenAddress', 'password'])
    expect(typed(name, 'a\u200db ۱').get(name)).toBe('a\u200db ۱')
})

/** Names by which forms ask for a code. Names that are only shown or sent along, or no code, are listed here. */
const LOOKS_LIKE_CODE = /(memo|tag|address|hash|txid|code|wallet)/i
const OTHERWISE = /^(seen[A-Z]\w*|billedAddress|codeId|walletFrom|checkedWallet|walletIs\w*|hasCheckedWallet)$/

test('every field that is asked for as a code is read as one', () => {
  const app = join(import.meta.dirname, '..', '..', '..')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('generated') && !/\.test\./.test(path),
  )
  const names = files.flatMap((path) =>
    Array.from(readFileSync(join(app, path), 'utf8').matchAll(/fields\.get\('(\w+)'\)/g), ([, name = '']) => name),
  )
  const asked = [...new Set(names)].filter((name) => LOOKS_LIKE_CODE.test(name) && !OTHERWISE.test(name))
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !CODE_FIELDS.has(name))).toEqual([])
})
