import { expect, test } from 'vitest'
import { findNameCandidates, makeNameIndex } from './name-index.ts'
import { readNames } from './read-name.ts'

const facts = { births: [], countries: [], documents: [] }
const index = await makeNameIndex(
  [
    'GOLDI ELECTRONICS S.A.',
    'DORE',
    'BALTHAZAR QUILLFEATHER',
    'HORMUZ 2',
    'M INVEST, OOO',
    'MOHAMMAD-NAJJAR, Mostafa',
    'Yingluck Shinawatra',
    'Ким Чен Ын',
    '김정은',
    'FMF GENERAL TRADING LLC',
  ].map((text) => ({ entryId: text, entryHash: '', text, isWeak: false, facts })),
)

const found = (typed: string) => [
  ...new Set(
    readNames(typed).flatMap((name) => findNameCandidates([index], name).map(({ candidate }) => candidate.text)),
  ),
]

test.each([
  ['itself, with a number', 'hormuz 2', 'HORMUZ 2'],
  ['itself, with a letter of its own', 'M Invest', 'M INVEST, OOO'],
  ['joined with what it trades in', 'Goldielectronics', 'GOLDI ELECTRONICS S.A.'],
  ['two letters of four swapped', 'Doer', 'DORE'],
  ['all of it joined', 'balthazarquillfeather', 'BALTHAZAR QUILLFEATHER'],
  ['a slip in a short word', 'FM General Trading LLC', 'FMF GENERAL TRADING LLC'],
  ['Persian letters, by their sound', 'مصطفی محمدنجار', 'MOHAMMAD-NAJJAR, Mostafa'],
  ['Thai letters, by their sound', 'ยิ่งลักษณ์ ชินวัตร', 'Yingluck Shinawatra'],
  ['a name that is listed in its own script alone', 'Kim Jong Un', '김정은'],
])('%s is looked for: %s', (_, typed, listed) => {
  expect(found(typed)).toContain(listed)
})

test('a listed name of several readings is kept with each, and nothing is found of nothing', () => {
  expect(index.names.filter(({ candidate }) => candidate.text === '김정은').map(({ way }) => way)).toEqual([0, 1, 2])
  expect(found('—')).toEqual([])
  expect(found('Wilhelmina Duskmantle')).toEqual([])
})
