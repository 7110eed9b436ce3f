import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'
import { BUILT_KEYS, findUnused, readSources } from './usage.ts'

const unused = (keys: string[], text: string, path = 'app/ui/part.tsx') =>
  findUnused(new Map(keys.map((key) => [key, 'words'])), [{ path, text }])

it('finds a key that stands in the code', () => {
  expect(unused(['common:nav.home', 'common:nav.menu'], "t('nav.home')")).toEqual(['common:nav.menu'])
  expect(unused(['common:nav.home'], 'const LINK = { label: "common:nav.home" }')).toEqual([])
})

it('finds keys that a template makes', () => {
  const keys = ['common:stage.open', 'common:stage.deep.er', 'common:turn.open']
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of code
  expect(unused(keys, 't(`stage.${of({ a: 1 })}`)')).toEqual(['common:stage.deep.er', 'common:turn.open'])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of code
  expect(unused(keys, 'fetch(`${path}`)')).toEqual(keys)
})

it('finds sentences that count, and groups that are taken whole', () => {
  expect(unused(['common:files_one', 'common:files_other'], "t('files', { count })")).toEqual([])
  expect(unused(['common:role.buyer'], "t('role', { returnObjects: true })")).toEqual([])
})

it('looks for the words of a letter among the letters only', () => {
  expect(unused(['mail:nav.home'], "t('nav.home')")).toEqual(['mail:nav.home'])
  expect(unused(['mail:nav.home'], "t('nav.home')", 'app/accounts/emails/account-emails.ts')).toEqual([])
})

it('names places that exist for the keys that it cannot see', () => {
  const paths = readSources(ROOT).map(({ path }) => path)
  for (const { where } of BUILT_KEYS) expect(paths).toContain(where)
})
