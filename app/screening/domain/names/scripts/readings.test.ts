import { expect, test } from 'vitest'
import { readName, readNames } from '../read-name.ts'
import { REVIEW_FROM, scoreName } from '../score-name.ts'

/** The best score over all readings of both. */
const score = (typed: string, listed: string) =>
  Math.max(...readNames(typed).flatMap((one) => readNames(listed).map((other) => scoreName(one, other).score)))

test.each([
  ['Persian z', 'رضا زارعی', 'Reza ZAREI'],
  ['Persian z', 'علیرضا نوری', 'Alireza NOURI'],
  ['Persian z', 'غلامرضا ضیایی', 'Gholamreza ZIAEI'],
  ['words joined', 'مصطفی محمدنجار', 'Mostafa MOHAMMAD-NAJJAR'],
  ['Arabic d', 'رضوان الحربي', 'Ridwan Al-Harbi'],
  ['the article', 'عبد الرحمن القحطاني', 'Abdulrahman Al-Qahtani'],
  ['the article as it is said', 'عبد الرحمن العامر', 'ABDERRAHMANE EL AMAR'],
  ['two words that are one', 'نور الدين طرابلسي', 'Noureddine Trabelsi'],
  ['Egyptian g', 'جمال الحربي', 'Gamal El Harby'],
  ['French ch', 'جمال عكاشة', 'DJAMEL AKKACHA'],
  ['Chechen in Arabic letters, and Pashto', 'محمد عمر ځدران', 'MUHAMMAD OMAR ZADRAN'],
])('%s in Arabic letters: %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['the North', '김정은', 'KIM Jong Un'],
  ['Revised', '김정은', 'Kim Jeong-eun'],
  ['McCune-Reischauer', '정경택', 'Chŏng Kyŏng-t’aek'],
  ['habit', '이민호', 'Lee Min Ho'],
  ['habit', '박근혜', 'Park Geun-hye'],
  ['the given name first', '정은 김', 'Kim Jong Un'],
  ['one word', '강철수', 'Kang Cholsu'],
])('Hangul by syllables (%s): %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['Mandarin', '习近平', 'Xi Jinping'],
  ['Mandarin', '张建国', 'Zhang Jianguo'],
  ['Cantonese', '陳大文', 'Chan Tai Man'],
  ['Cantonese', '李家超', 'Lee Ka Chiu'],
  ['Cantonese, two family names', '林鄭月娥', 'Lam Cheng Yuet-ngor'],
  ['a company', '胜利贸易有限公司', 'SHENG LI TRADING CO., LTD'],
])('Chinese characters (%s): %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['as it is said', 'สมชาย ใจดี', 'Somchai Jaidee'],
  ['silent letters', 'ยิ่งลักษณ์ ชินวัตร', 'Yingluck Shinawatra'],
  ['by the Sanskrit', 'อภิสิทธิ์ เวชชาชีวะ', 'Abhisit Vejjajiva'],
  ['by the Sanskrit', 'วิชัย ศรีวัฒนประภา', 'Vichai Srivaddhanaprabha'],
  ['unwritten vowels', 'กิตติพงษ์ บุญมี', 'Kittipong Boonmee'],
])('Thai (%s): %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['Ukrainian', 'Гончаренко Олег', 'Oleh Honcharenko'],
  ['Ukrainian', 'Григорій Гринько', 'Hryhorii Hrynko'],
  ['Russian', 'Гончаренко Олег', 'Oleg Goncharenko'],
  ['Ukrainian letters as Russians write them', 'Ігор Гнатюк', 'Igor Gnatyuk'],
])('Cyrillic (%s): %s is %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test('Hebrew letter by letter: the first v is a b, the last p an f', () => {
  expect(score('יוסף ברק', 'Yosef Barak')).toBeGreaterThanOrEqual(REVIEW_FROM)
})

test.each([
  ['other syllables', '은서 최', 'YU CHOL U'],
  ['one syllable in common', '경수 송', 'JONG, Yong Su'],
  ['another Mandarin name', '成 朱', 'CHEN, Zhen'],
  ['one character in common', '慧 申', 'SHUEN WAI HOLDING LIMITED'],
  ['a given name in common', 'رضا موسوی', 'Reza ZAREI'],
  ['another Thai family', 'สมชาย ใจดี', 'Somchai Wongsuwan'],
])('%s suspects nobody: %s is not %s', (_, typed, listed) => {
  expect(score(typed, listed)).toBeLessThan(REVIEW_FROM)
})

test('a name in one script is read in one way, in others in all of their ways', () => {
  expect(readNames('Ada Vorstrand')).toHaveLength(1)
  expect(readNames('김정은').map(({ norm }) => norm)).toEqual(['gim jeongeun', 'kim jongun', 'kim jungeun'])
  expect(readName('رضا', 1).norm).toBe('rza')
  expect(readName('Ada', 7).norm).toBe('ada')
})

test('each word is explained as it was typed', () => {
  const { words } = scoreName(readName('김정은', 1), readName('KIM Jong Un'))
  expect(words.map(({ typed, listed, how }) => `${typed} ~ ${listed}: ${how}`)).toEqual([
    '김정은 ~ KIM: same',
    '김정은 ~ Jong Un: joined',
  ])
})
