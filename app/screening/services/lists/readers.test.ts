/** The traps of the lists' formats, one test each: with short lists of our own, and with real ones where present. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ListBroken } from '#app/screening/domain/listed-entry.ts'
import { readCsv } from './csv.ts'
import { readEuXml } from './eu-xml.ts'
import { readOfacCsv } from './ofac-csv.ts'
import { readOfacXml } from './ofac-xml.ts'
import { readUkXml } from './uk-xml.ts'
import { readUnXml } from './un-xml.ts'

const FIXTURES = join(
  process.env.FIXTURES_DIR ?? resolve(import.meta.dirname, '../../../../../shared/fixtures'),
  'sanctions',
)
const here = existsSync(FIXTURES)
const file = (name: string) => readFileSync(join(FIXTURES, name), 'utf8')
const XRP = 'rnXyVQzgxZe7TR1EPzTkGj2jxH4LMJYh66'

/** In pieces that end anywhere, within multi-byte letters too. */
async function* inPieces(text: string, size = 37): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const large = (text: string) => inPieces(text, 64 * 1024)

const UN = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00Z"><INDIVIDUALS><INDIVIDUAL>
<DATAID>1</DATAID><FIRST_NAME>ADA</FIRST_NAME><SECOND_NAME>VORSTRAND</SECOND_NAME><NAME_ORIGINAL_SCRIPT>آدا</NAME_ORIGINAL_SCRIPT>
<REFERENCE_NUMBER>XXi.001 </REFERENCE_NUMBER><INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Adda; The Harbour</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE>
<FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1962</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL></INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>GREY QUAY TRADING</FIRST_NAME><REFERENCE_NUMBER>XXe.001</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`

describe('OFAC', () => {
  const main = (remarks: string) =>
    `33151,"VORSTRAND, Ada","individual","CYBER2] [DPRK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"\r\n\u001A`

  test.each([
    ['the other names', { aliases: '<!DOCTYPE html><html><body>Busy</body></html>', comments: '' }],
    ['the other names, with commas', { aliases: 'Sorry,we,are,busy,now', comments: '' }],
    ['the rest of the remarks', { aliases: '', comments: '<html>\n<body>Busy</body>\n</html>' }],
  ])('7: an error page instead of %s is no table', (_, files) => {
    expect(() => readOfacCsv({ main: main('-0- '), ...files })).toThrow(ListBroken)
  })

  test('1: a remark that was cut within an address goes on in the comments, without a space', () => {
    const { entries } = readOfacCsv({
      main: main(`DOB 28 Jul 1963; Digital Currency Address - XRP ${XRP.slice(0, 12)}`),
      aliases: '33151,1,"aka","VORSTRANT, Ada",-0- \r\n',
      comments: `33151,"${XRP.slice(12)}; a.k.a. 'THE HARBOUR'."\r\n\u001A`,
    })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      kind: 'person',
      wallets: [{ currency: 'XRP', address: XRP }],
      births: ['1963-07-28'],
      programmes: ['CYBER2', 'DPRK'],
      names: [
        { text: 'VORSTRAND, Ada', isWeak: false },
        { text: 'VORSTRANT, Ada', isWeak: false },
        { text: 'THE HARBOUR', isWeak: true },
      ],
    })
  })

  test('2: the sign at the end of the file is no row, and -0- is nothing', () => {
    expect(readCsv('1,"a, ""b""\nc",-0- \r\n\u001A')).toEqual([['1', 'a, "b"\nc', '-0- ']])
    const [entry] = readOfacCsv({ main: main('-0- '), aliases: '', comments: '' }).entries
    expect(entry).toMatchObject({ remarks: null, countries: [] })
  })

  test('6: the number of records is read, and a currency that nobody knows is told', async () => {
    const xml = `<?xml version="1.0"?><sdnList xmlns="x"><publshInformation><Publish_Date>09/04/2026</Publish_Date><Record_Count>2</Record_Count></publshInformation>
      <sdnEntry><uid>7</uid><firstName>Ada</firstName><lastName>VORSTRAND</lastName><sdnType>Individual</sdnType>
      <akaList><aka><uid>1</uid><type>a.k.a.</type><category>weak</category><lastName>HARBOUR</lastName></aka></akaList>
      <idList><id><uid>1</uid><idType>Digital Currency Address - NEWCOIN</idType><idNumber>abc</idNumber></id>
      <id><uid>2</uid><idType>Passport</idType><idNumber>P1</idNumber><idCountry>Belize</idCountry></id></idList></sdnEntry></sdnList>`
    const read = await readOfacXml(inPieces(xml))
    expect(read).toMatchObject({ publishedAt: '09/04/2026', declaredCount: 2, unknownCurrencies: ['NEWCOIN'] })
    expect(read.entries).toEqual([
      expect.objectContaining({
        sourceId: '7',
        names: [
          { text: 'Ada VORSTRAND', isWeak: false },
          { text: 'HARBOUR', isWeak: true },
        ],
        documents: ['Passport P1 (Belize)'],
        wallets: [{ currency: 'NEWCOIN', address: 'abc' }],
      }),
    ])
  })

  test.skipIf(!here)(`the real files have every entry and the one address on the XRP Ledger (${FIXTURES})`, () => {
    const { entries } = readOfacCsv({
      main: file('ofac-full-2021/sdn.csv'),
      aliases: file('ofac-full-2021/alt.csv'),
      comments: file('ofac-full-2021/sdn_comments.csv'),
    })
    expect(entries).toHaveLength(8_976)
    const sample = readOfacCsv({
      main: `${file('ofac-sample/sdn.csv')}33854,"X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n`,
      aliases: file('ofac-sample/alt.csv'),
      comments: file('ofac-2025/sdn_comments.csv'),
    }).entries
    expect(sample.find(({ sourceId }) => sourceId === '33854')?.wallets).toContainEqual({
      currency: 'XRP',
      address: XRP,
    })
    // The first line of these comments continues an address that the table begins.
    const joined = sample.find(({ sourceId }) => sourceId === '33151')?.wallets ?? []
    expect(joined.length).toBeGreaterThan(20)
    expect(joined.every(({ address }) => address.length >= 26)).toBe(true)
  })
})

describe('the United Nations', () => {
  test('2: individuals and ENTITIES are read, one alias may hold several names or none', async () => {
    const { entries, publishedAt } = await readUnXml(inPieces(UN))
    expect(publishedAt).toBe('2026-01-01T00:00:00Z')
    expect(entries.map(({ sourceId, kind }) => [sourceId, kind])).toEqual([
      ['XXi.001', 'person'],
      ['XXe.001', 'entity'],
    ])
    expect(entries[0]?.names).toEqual([
      { text: 'ADA VORSTRAND', isWeak: false },
      { text: 'آدا', isWeak: false },
      { text: 'Adda', isWeak: true },
      { text: 'The Harbour', isWeak: true },
    ])
    expect(entries[0]?.births).toEqual(['1960-1962'])
  })

  test.each([
    ['Abubakar (original script: Абубакар)', ['Abubakar', 'Абубакар']],
    ['Jin Tiesan (金铁三)', ['Jin Tiesan', '金铁三']],
    ['حسن غول (Hassan Ghul; Hassan Gul)', ['Hassan Ghul', 'Hassan Gul', 'حسن غول']],
    [
      'Hay’at Tahrir (HTS) (هيئة تحرير الشام (original script); Hay’et',
      ['Hay’at Tahrir (HTS)', 'Hay’et', 'هيئة تحرير الشام'],
    ],
    ['Agha Jan Alizai اغا جان عالیزی', ['Agha Jan Alizai', 'اغا جان عالیزی']],
    ['Adda (the elder); The Harbour', ['Adda (the elder)', 'The Harbour']],
  ])('a name in two scripts is two names: %s', async (written, names) => {
    const { entries } = await readUnXml(inPieces(UN.replace('Adda; The Harbour', written)))
    expect(entries[0]?.names.slice(2).map(({ text }) => text)).toEqual(names)
  })

  test.skipIf(!here)(`the real file has every entry (${FIXTURES})`, async () => {
    const { entries } = await readUnXml(large(file('un/UN_consolidated.xml')))
    expect(entries.filter(({ kind }) => kind === 'person')).toHaveLength(730)
    expect(entries.filter(({ kind }) => kind === 'entity')).toHaveLength(273)
    expect(new Set(entries.map(({ sourceId }) => sourceId)).size).toBe(1_003)
    expect(entries.every(({ names }) => names.length > 0)).toBe(true)
  })
})

describe('the European Union', () => {
  const EU = `<?xml version="1.0"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05">
    <sanctionEntity euReferenceNumber="EU.1" logicalId="1"><remark>Pays to ${XRP.slice(0, 20)} ${XRP.slice(20)}.</remark>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias wholeName="Ada Vorstrand" strong="true"/>
    <nameAlias wholeName="The Harbour" strong="true"><remark>(low quality aliias)</remark></nameAlias>
    <birthdate calendarType="ISLAMIC" birthdate="1982-01-01" year="1402"/><birthdate calendarType="ISLAMIC" year="1403"/>
    <citizenship countryIso2Code="00" countryDescription="UNKNOWN"/><citizenship countryIso2Code="SY" countryDescription="SYRIA"/>
    </sanctionEntity></export>`

  test('3, 4, 5: attributes are kept, a remark makes an alias weak, and the year of another calendar is none', async () => {
    const { entries } = await readEuXml(inPieces(EU))
    expect(entries).toEqual([
      expect.objectContaining({
        sourceId: 'EU.1',
        kind: 'person',
        names: [
          { text: 'Ada Vorstrand', isWeak: false },
          { text: 'The Harbour', isWeak: true },
        ],
        births: ['1982-01-01'],
        countries: ['SYRIA'],
      }),
    ])
  })

  test.each([
    ['low quality alias', true],
    ['(Low Quality aliias)', true],
    ['lo quality alias', true],
    ['low-quality\n alias', true],
    ['good quality alias', false],
    ['a.k.a. of low tide, quality tested', false],
  ])('4: “%s” makes an alias weak: %s', async (remark, isWeak) => {
    const text = `<export><sanctionEntity euReferenceNumber="EU.1"><nameAlias wholeName="The Harbour" strong="true"><remark>${remark}</remark></nameAlias></sanctionEntity></export>`
    expect((await readEuXml(inPieces(text))).entries[0]?.names).toEqual([{ text: 'The Harbour', isWeak }])
  })

  test('a name in its own script is a name like the others', async () => {
    const text = `<export><sanctionEntity euReferenceNumber="EU.1"><nameAlias wholeName="Parchin Industries" strong="true"/><nameAlias wholeName="صنایع شیمیایی پارچین" nameLanguage="FA" strong="true"/></sanctionEntity></export>`
    expect((await readEuXml(inPieces(text))).entries[0]?.names).toEqual([
      { text: 'Parchin Industries', isWeak: false },
      { text: 'صنایع شیمیایی پارچین', isWeak: false },
    ])
  })

  test('an address that a space has parted is found in the remark', async () => {
    expect((await readEuXml(inPieces(EU))).entries[0]?.wallets).toEqual([{ currency: 'XRP', address: XRP }])
  })

  test.skipIf(!here)(`the real sample has its entries and its weak aliases (${FIXTURES})`, async () => {
    const text = file('eu/sample_eu_fsf.xml')
    const { entries } = await readEuXml(large(text))
    expect(entries).toHaveLength(text.split('<sanctionEntity').length - 1)
    expect(entries.flatMap(({ names }) => names).filter(({ isWeak }) => isWeak).length).toBeGreaterThan(0)
  })
})

describe('the United Kingdom', () => {
  const UK = `<?xml version="1.0"?><Designations><DateGenerated>10/09/2026</DateGenerated><Designation><UniqueID>XX1</UniqueID>
    <IndividualEntityShip>Individual</IndividualEntityShip><Names><Name><Name1>A.</Name1><Name6>V.</Name6><NameType>Alias</NameType>
    <AliasStrength>Low Quality</AliasStrength></Name><Name><Name1>Ada</Name1><Name6>VORSTRAND</Name6><NameType>Primary Name</NameType></Name></Names>
    <IndividualDetails><Individual><DOBs><DOB>12/05/1958</DOB><DOB>dd/mm/1945</DOB><DOB>1946</DOB><DOB>00/06/1950</DOB></DOBs></Individual></IndividualDetails>
    </Designation></Designations>`

  test('5: days that nobody knows are left out of dates, and the main name comes first', async () => {
    const { entries, publishedAt } = await readUkXml(inPieces(UK))
    expect(publishedAt).toBe('10/09/2026')
    expect(entries[0]).toMatchObject({
      kind: 'person',
      births: ['1958-05-12', '1945', '1946', '1950'],
      names: [
        { text: 'Ada VORSTRAND', isWeak: false },
        { text: 'A. V.', isWeak: true },
      ],
    })
  })

  test('a name in its own script is a name like the others', async () => {
    const native = `<NonLatinNames><NonLatinName><NameNonLatinScript>محمد حسن آخوند</NameNonLatinScript></NonLatinName></NonLatinNames>`
    const { entries } = await readUkXml(inPieces(UK.replace('<IndividualDetails>', `${native}<IndividualDetails>`)))
    expect(entries[0]?.names.at(-1)).toEqual({ text: 'محمد حسن آخوند', isWeak: false })
  })

  test.each(['Low quality', 'low', 'LOW QUALITY A.K.A.'])(
    '4: an alias of the strength “%s” is weak',
    async (strength) => {
      const { entries } = await readUkXml(inPieces(UK.replace('Low Quality', strength)))
      expect(entries[0]?.names[1]).toEqual({ text: 'A. V.', isWeak: true })
    },
  )

  test('5: the table, which begins with the date of its report, is not the file that is read', async () => {
    const table = 'Report Date: 10-Sep-2026\nLast Updated,Unique ID,OFSI Group ID\n10/09/2026,XX1,1\n'
    await expect(readUkXml(inPieces(table))).rejects.toThrow(ListBroken)
  })

  test.skipIf(!here)(`the real sample has its designations (${FIXTURES})`, async () => {
    const { entries } = await readUkXml(large(file('uk/sample_uk_sanctions.xml')))
    expect(entries).toHaveLength(5)
    expect(entries.find(({ sourceId }) => sourceId === 'AFG0006')?.births).toEqual(['1958-05-12', '1945', '1946'])
  })
})

describe('7: what is not the list', () => {
  test.each([
    ['an error page', '<!DOCTYPE html><html><body>Service unavailable</body></html>'],
    ['a page without a doctype', '<html><body>Busy</body></html>'],
    ['a sentence', 'Too many requests'],
    ['nothing', ''],
    ['another list', '<sdnList></sdnList>'],
    ['half a file', UN.slice(0, 600)],
    ['a file with an entity of its own', `<!DOCTYPE x [<!ENTITY a "b">]>${UN.slice(21)}`],
  ])('%s is refused', async (_, text) => {
    await expect(readUnXml(inPieces(text))).rejects.toThrow(ListBroken)
  })
})
