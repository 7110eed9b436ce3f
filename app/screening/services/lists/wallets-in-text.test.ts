/** Wallets that are read, mistyped, or of an unknown kind: reported, and never dropped in silence. */
import { expect, test } from 'vitest'
import { readEuXml } from './eu-xml.ts'
import { readOfacXml } from './ofac-xml.ts'
import { readUkXml } from './uk-xml.ts'
import { readUnXml } from './un-xml.ts'
import { unreadWalletsIn, walletsIn } from './wallets-in-text.ts'

const XRP = 'rnXyVQzgxZe7TR1EPzTkGj2jxH4LMJYh66'

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test('an address that was mistyped is no address', () => {
  expect(walletsIn(`of ${XRP}, and of rnXyVQzgxZe7TR1EPzTkGj2jxH4LMJYh67`)).toEqual([{ currency: 'XRP', address: XRP }])
  expect(walletsIn('GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN')).toEqual([
    { currency: 'XLM', address: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
  ])
  expect(walletsIn('GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVM')).toEqual([])
})

test.each([
  ['of a kind that nobody knows', 'Digital currency address: NEWCOIN abc123', ['NEWCOIN']],
  ['of no kind that is said', 'He uses the virtual currency wallet address abc123.', ['?']],
  ['that is read', `Digital Currency Address - XRP ${XRP}`, []],
  ['of which one is read', `Crypto addresses: XRP ${XRP}; digital currency address - ZZZ q1`, ['ZZZ']],
  ['of a house', 'His last address was 5 Quay Street', []],
])('what is announced in words and cannot be read is told: one %s', (_, text, unread) => {
  expect(unreadWalletsIn(text)).toEqual(unread)
})

test.each([
  [
    'the United Nations',
    readUnXml,
    '<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><COMMENTS1>Digital currency address: NEWCOIN q1</COMMENTS1></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>',
  ],
  [
    'the European Union',
    readEuXml,
    '<export><sanctionEntity euReferenceNumber="EU.1"><nameAlias wholeName="A B"><remark>Digital currency address: NEWCOIN q1</remark></nameAlias></sanctionEntity></export>',
  ],
  [
    'the United Kingdom',
    readUkXml,
    '<Designations><Designation><UniqueID>1</UniqueID><OtherInformation>Digital currency address: NEWCOIN q1</OtherInformation></Designation></Designations>',
  ],
])('6: a kind of wallet that nobody knows is told of the list of %s', async (_, read, text) => {
  expect((await read(whole(text))).unknownCurrencies).toEqual(['NEWCOIN'])
})

test.each([
  ['Digital Currency Address - NEW COIN', 'NEW COIN'],
  ['alt. Digital Currency Address: ZZZ', 'ZZZ'],
  ['Digital Currency Address', '?'],
])('6: OFAC’s “%s” is a wallet of a kind that is told, and no passport', async (type, currency) => {
  const xml = `<sdnList><sdnEntry><uid>7</uid><lastName>VORSTRAND</lastName><idList><id><idType>${type}</idType><idNumber>q1</idNumber></id></idList></sdnEntry></sdnList>`
  expect(await readOfacXml(whole(xml))).toMatchObject({
    unknownCurrencies: [currency],
    entries: [{ wallets: [{ currency, address: 'q1' }], documents: [] }],
  })
})
