import { expect, test } from 'vitest'
import { readName } from './read-name.ts'
import { REVIEW_FROM, scoreName } from './score-name.ts'

const score = (typed: string, listed: string) => scoreName(readName(typed), readName(listed)).score

test.each([
  ['the same name', 'Ada Vorstrand', 'ADA VORSTRAND'],
  ['the family name first', 'Ada Vorstrand', 'VORSTRAND, Ada'],
  ['another spelling', 'Olaf Scholze', 'Olaf Scholz'],
  ['neighbours swapped', 'Mohamed Atlfa', 'Mohamed Altfa'],
  ['accents', 'Jose Nunez', 'José Núñez'],
  ['a middle name left out', 'Ada Vorstrand', 'Ada Maria Vorstrand'],
  ['a patronymic typed besides', 'Vladimir Vladimirovich Putin', 'Vladimir Putin'],
  ['an initial', 'A. Vorstrand', 'Ada Vorstrand'],
  ['words joined', 'Abd al Rahman Khan', 'Abdulrahman Khan'],
  ['an apostrophe', "Al-Qa'ida", 'Al Qaida'],
  ['a title', 'Dr. Ada Vorstrand', 'Ada Vorstrand'],
  ['a legal form of another language', 'Grubenmann GmbH', 'Grubenmann Ltd.'],
  ['a legal form in full', 'Stripe LLC', 'Stripe Limited Liability Company'],
  ['dots within the legal form', 'Grubenmann S.A.', 'Grubenmann SA'],
  ['Cyrillic letters', 'Александр Петров', 'Alexander Petrov'],
  ['Greek letters', 'Νικόλαος Παππάς', 'Nikolaos Pappas'],
  ['Arabic letters', 'خالد محمود', 'Khaled Mahmoud'],
  ['Arabic letters with signs for vowels', 'مُحَمَّد عَلِي', 'Mohamed Ali'],
  ['Chinese characters', '习近平', 'Xi Jinping'],
  ['letters of full width, and invisible ones', 'Ａｄａ Vor\u200bstrand', 'Ada Vorstrand'],
])('%s is no way around: %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['another person of that family', 'Maria Vorstrand', 'Ada Vorstrand'],
  ['a first name in common', 'Mohammed Schmidt', 'Mohammed Al Zahawi'],
  ['a title and a legal form in common', 'General Trading Company', 'General Tahir Co'],
  ['the numbers of two companies', 'Plant 14', 'Plant 15'],
  ['nothing to compare', '—', 'Ada Vorstrand'],
])('%s suspects nobody: %s is not %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeLessThan(REVIEW_FROM)
})

test('each word is explained, and none is counted twice', () => {
  const { score: sum, words } = scoreName(readName('Ada X. Vorstrant'), readName('VORSTRAND, Ada Maria'))
  expect(words).toEqual([
    { typed: 'Ada', listed: 'Ada', how: 'same', score: 1 },
    { typed: 'Vorstrant', listed: 'VORSTRAND', how: 'spelling', score: 0.889 },
    { typed: 'X.', listed: null, how: 'missing', score: 0 },
    { typed: null, listed: 'Maria', how: 'missing', score: 0 },
  ])
  expect(sum).toBeGreaterThan(REVIEW_FROM)
  expect(scoreName(readName('Ada Ada'), readName('Ada')).words.filter(({ how }) => how === 'same')).toHaveLength(1)
})

test('a name of any length is read, and costs no more than one of a few words', () => {
  const long = readName('Ada Vorstrand '.repeat(10_000))
  expect(long.words.length).toBeLessThan(20)
  expect(readName('').words).toEqual([])
  expect(readName('🚢 👾').norm).not.toContain('�')
})
