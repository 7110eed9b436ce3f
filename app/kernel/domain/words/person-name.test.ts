import { expect, test } from 'vitest'
import { LONGEST_NAME, nameProblem, plainName, recordNameProblem } from './person-name.ts'

test.each([
  ...['Ama Boateng', 'O’Neill & Søn A/S', 'บริษัท เรือไทย จำกัด', 'می‌خواهم', '贸易公司', 'J. R. Smith Ltd.'],
  ...[
    'J. Smith & Co. Ltd.',
    'A.B.C. Trading',
    'St. John’s',
    "St. John's",
    '3.14 GmbH',
    'Nr. 1 Logistik e.K.',
    'S.p.A. Rossi',
  ],
  // In the 16 languages: en de fr es pt nl pl ru tr fa zh th vi id ms sw.
  ...[
    'The A–Z Company, Inc.',
    'Müller & Söhne GmbH & Co. KG',
    'Dr.-Ing. Hans Groß',
    'L’Étoile S.A.R.L.',
    'Comercial Peña, S.L.',
  ],
  ...[
    'Comércio de Café Ltda. – ME',
    'Van der Berg B.V.',
    'Żegluga Sp. z o.o.',
    'Spółka Sp.z o.o.',
    'ООО «Ромашка»',
    'А.С.Пушкин',
  ],
  ...[
    'Deniz Tic. Ltd. Şti.',
    'بازرگانی ایران',
    'شرکت نفت (سهامی خاص)',
    '约翰·史密斯',
    '约翰.史密斯',
    '上海进出口有限公司',
    'CO.,LTD of Ningbo',
  ],
  ...[
    'บจก.เรือไทย',
    'ดร.สมชาย ใจดี',
    'Công ty TNHH Hàng Hải',
    'PT. Laut Biru, Tbk.',
    'Kapal Sdn. Bhd.',
    'Mwangi & Wanjiru',
  ],
  ...[
    'Import/Export 24/7',
    'c/o Jansen',
    '1234567 Canada Inc.',
    'Web2.0 AG',
    '株式会社キー',
    'Side Quay Ltd',
    'Quays of Ryde',
    'Plan B!',
  ],
])('%j is a name', (name) => {
  expect(nameProblem(name)).toBeNull()
  expect(plainName(name)).toBe(name)
})

test.each([
  ['ACME https://evil.example/pay', 'ACME …'],
  ['ACME\r\nBcc: all@example.org', 'ACME Bcc: …'],
  ['www.evil.example wins', '… wins'],
  ['see //evil.example', 'see …'],
  ['Ann\u202Eecneics', 'Ann ecneics'],
  ['\u0000', '…'],
  ['Refunds: see refund-desk.com/verify', 'Refunds: see …'],
  ['at evil．com', 'at …'],
  ['at evil。com/pay', 'at …'],
  ['at evil｡com', 'at …'],
  ['at evil․com', 'at …'],
  ['at evil[.]com now', 'at … now'],
  ['at evil (dot) com now', 'at … now'],
  ['at 𝐞𝐯𝐢𝐥.𝐜𝐨𝐦', 'at …'],
  ['at ｅｖｉｌ.ｃｏｍ', 'at …'],
  ['at зло.рф', 'at …'],
  ['银行.中国', '…'],
  ['at x.com', 'at …'],
  ['at 1.2.3.4/pay', 'at …'],
  ['at 192[.]168[.]1[.]1', 'at …'],
  ['tel:+442079460958', '…'],
  ['Call tel: 0800', 'Call …'],
  ['Call +44 20 7946-0958', 'Call …'],
  ['see bitcoin:abc', 'see …'],
  ['see /pay', 'see …'],
  ['ann＠evil', '…'],
])('%j is none, and is shown as %j', (name, shown) => {
  expect(nameProblem(name)).toBe('name_not_plain')
  expect(plainName(name)).toBe(shown)
})

test.each([
  ['Quayside: see the note', '…: see the note'],
  ['QUAYSIDE', '…'],
  ['Quay side Support', '… Support'],
  ['the Q.u.a.y-s.i.d.e team', 'the … team'],
  ['Quаyѕіdе', '…'],
  ['Quaysıde', '…'],
  ['Ｑｕａｙｓｉｄｅ', '…'],
  ['𝗤𝘂𝗮𝘆𝘀𝗶𝗱𝗲 desk', '… desk'],
  ['Quáysidé', '…'],
  ['Qu4y51d3', '…'],
  ['Quays!de', '…'],
  ['Quaysⅰde', '…'],
  ['Quayslde', '…'],
  ['0uayside', '…'],
  ['Qvayside', '…'],
  ['Quaysside', '…'],
  ['MyQuayside', 'My…'],
])('%j is like us, and is shown as %j', (name, shown) => {
  expect(nameProblem(name)).toBe('name_like_ours')
  expect(plainName(name)).toBe(shown)
})

test.each(['ACME …', '… Support', 'Ann…'])('what was broken once, %j, stays so', (name) => {
  expect(plainName(name)).toBe(name)
})

test('a name has a sensible length', () => {
  expect(nameProblem('n'.repeat(LONGEST_NAME))).toBeNull()
  expect(nameProblem('n'.repeat(LONGEST_NAME + 1))).toBe('name_too_long')
  expect(plainName('n'.repeat(500))).toHaveLength(LONGEST_NAME)
})

test('what goes on record alone may be called after a site, and is no link', () => {
  expect(recordNameProblem('Booking.com B.V.')).toBeNull()
  expect(recordNameProblem('see https://evil.example')).toBe('name_not_plain')
  expect(recordNameProblem('two\nlines')).toBe('name_not_plain')
  expect(recordNameProblem('n'.repeat(LONGEST_NAME + 1))).toBe('name_too_long')
})
