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
  ['a letter beside a word', 'STROYTRANSGAZ-M LLC'],
  ['a letter before the name', 'M INVEST, OOO'],
  ['a ship with its number', 'HORMUZ 2'],
  ['a number in the middle', 'BRANCH 1 OF THE SHIRAZ REVOLUTIONARY COURT'],
  ['letters alone', 'M & M'],
  ['forms and titles alone', 'General Trading Company'],
  ['a number alone', '11420'],
  ['another script', '北京贸易有限公司'],
])('%s is the same as itself: %s', (_, name) => {
  expect(score(name, name)).toBe(1)
  expect(score(name.toLowerCase(), name)).toBe(1)
})

test.each([
  ['an s in a trade', 'Sunrise Tradings', 'SUNRISE TRADING CO'],
  ['another form and trade', 'Zoravar Trade LLC', 'ZORAVAR TRADING CO'],
  ['a letter less in a form', 'Orion Limted', 'ORION LIMITED'],
  ['a letter less in a general word', 'Orion Genral Trading', 'ORION GENERAL TRADING'],
  ['several companies', 'Sunrise Companies', 'SUNRISE COMPANY'],
  ['a letter less in a corporation of three letters', 'BIO COPORATION', 'BIO CORPORATION'],
  ['a letter more in a title', 'Colonell Gadaf', 'Colonel Gadaf'],
  ['a letter more in a short form', 'SUN PROPERTIES LLCw', 'SUN PROPERTIES LLC'],
  ['letters swapped in a group', 'FAJR INDUSTRIAL GRUOP', 'FAJR INDUSTRIAL GROUP'],
  ['letters with spaces between', 'B a l t h a z a r Q u i l l f e a t h e r', 'Balthazar Quillfeather'],
  ['one word with spaces between', 'B a l t h a z a r Quillfeather', 'Balthazar Quillfeather'],
  ['a form with spaces between', 'Sunrise L L C', 'SUNRISE LTD'],
  ['a name joined with a trade', 'GOLDIELECTRONICS S.A.', 'GOLDI ELECTRONICS S.A.'],
  ['initials with dots', 'J.R. Vorstrand', 'John Robert Vorstrand'],
  ['a Roman number', 'HORMUZ II', 'HORMUZ 2'],
  ['a number without its space', 'MI RIM2', 'MI RIM 2'],
  ['a ship as papers name it', 'M/V HERO II', 'HERO II'],
  ['a number of a register beside the name', 'Sunrise Trading LLC 7707083893', 'SUNRISE TRADING CO'],
  ['a number and the name of its register', 'Sunrise LLC, INN 7707083893', 'SUNRISE LTD'],
  ['a number of a ship', 'HORMUZ 2 IMO No. 9165839', 'HORMUZ 2'],
  ['a form of four words', 'Sunrise Sp. z o.o.', 'SUNRISE GMBH'],
])('%s hides no company and no ship: %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['another person of that family', 'Maria Vorstrand', 'Ada Vorstrand'],
  ['a first name in common', 'Mohammed Schmidt', 'Mohammed Al Zahawi'],
  ['a title and a legal form in common', 'General Trading Company', 'General Tahir Co'],
  ['the numbers of two companies', 'Plant 14', 'Plant 15'],
  ['a form in common', 'Emma Daniels', 'EMMA LLC'],
  ['a trade in common', 'Barros Consulting PLC', 'B&W CONSULTING'],
  ['a quality in common', 'Falcon Solutions', 'FALCON STRATEGIC SOLUTIONS DOO'],
  ['a short name with a letter changed', 'GIA LTDA', 'IGA LTDA'],
  ['a sound in common', 'Copper Aviation Oy', 'A. Kabir'],
  ['a family name in common', 'Kim Trading', 'KIM Yong Chol'],
  ['a sound that other families share', 'George Bush', 'George HABBASH'],
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

test('numbers of registers stand beside the name, those of the name in it', () => {
  expect(readName('HORMUZ 2, IMO No. 9165839').numbers).toEqual(['IMO 9165839'])
  expect(readName('Sunrise Trading (Reg. No. 556012345601)').numbers).toEqual(['556012345601'])
  expect(readName('Plant 14').numbers).toEqual([])
  expect(readName('7707083893').words).toHaveLength(1)
})
