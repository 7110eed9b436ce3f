/** The invented lists in the file formats of the real ones. */
import type { Designation, HarbourList } from './invented.ts'

const esc = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const element = (name: string, text: string | null) => (text === null ? '' : `<${name}>${esc(text)}</${name}>`)
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PUBLISHED = { iso: '2026-11-01', american: '11/01/2026', british: '01/11/2026' }

/** Splits off the last name: `QUILLFEATHER` of `Balthazar Quillfeather`. */
function parted({ name, isPerson }: Pick<Designation, 'name' | 'isPerson'>): { first: string | null; last: string } {
  const at = isPerson ? name.lastIndexOf(' ') : -1
  return at === -1 ? { first: null, last: name } : { first: name.slice(0, at), last: name.slice(at + 1).toUpperCase() }
}

const WRITERS: Record<HarbourList, (entries: readonly Designation[]) => string> = {
  ofac_sdn: ofac,
  ofac_consolidated: ofac,
  un: (entries) => {
    const write = (entry: Designation, of: 'INDIVIDUAL' | 'ENTITY') => {
      const aliases = entry.aliases.map(
        (alias) => `<${of}_ALIAS><QUALITY>Good</QUALITY>${element('ALIAS_NAME', alias)}</${of}_ALIAS>`,
      )
      const born =
        entry.born &&
        `<INDIVIDUAL_DATE_OF_BIRTH>${element(entry.born.length > 4 ? 'DATE' : 'YEAR', entry.born)}</INDIVIDUAL_DATE_OF_BIRTH>`
      const words = of === 'INDIVIDUAL' ? entry.name.toUpperCase().split(' ') : [entry.name.toUpperCase()]
      const names = words
        .slice(0, 4)
        .map((word, place) => element(`${['FIRST', 'SECOND', 'THIRD', 'FOURTH'][place]}_NAME`, word))
      return `<${of}>${names.join('')}${element('NAME_ORIGINAL_SCRIPT', entry.native)}<UN_LIST_TYPE>Harbour</UN_LIST_TYPE>${element('REFERENCE_NUMBER', entry.id)}${element('COMMENTS1', walletText(entry))}<NATIONALITY>${element('VALUE', entry.country)}</NATIONALITY>${aliases.join('')}${born ?? ''}</${of}>`
    }
    const people = entries.filter(({ isPerson }) => isPerson).map((entry) => write(entry, 'INDIVIDUAL'))
    const others = entries.filter(({ isPerson }) => !isPerson).map((entry) => write(entry, 'ENTITY'))
    return `<CONSOLIDATED_LIST dateGenerated="${PUBLISHED.iso}T00:00:00.000Z"><INDIVIDUALS>${people.join('\n')}</INDIVIDUALS><ENTITIES>${others.join('\n')}</ENTITIES></CONSOLIDATED_LIST>`
  },
  eu: (entries) => {
    const write = (entry: Designation, place: number) => {
      const names = [entry.name, ...entry.aliases, ...(entry.native ? [entry.native] : [])]
      const born = entry.born
        ? `<birthdate calendarType="GREGORIAN" ${entry.born.length > 4 ? `birthdate="${entry.born}"` : `year="${entry.born}"`}/>`
        : ''
      return `<sanctionEntity euReferenceNumber="${esc(entry.id)}" logicalId="${place + 1}">${element('remark', walletText(entry))}<regulation programme="HARBOUR"/><subjectType code="${entry.isPerson ? 'person' : 'enterprise'}" classificationCode="${entry.isPerson ? 'P' : 'E'}"/>${names.map((name) => `<nameAlias wholeName="${esc(name)}" strong="true"/>`).join('')}<citizenship countryIso2Code="XA" countryDescription="${esc(entry.country)}"/>${born}</sanctionEntity>`
    }
    return `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="${PUBLISHED.iso}T00:00:00.000+02:00">${entries.map(write).join('\n')}</export>`
  },
  uk: (entries) => {
    const write = (entry: Designation) => {
      const name = (of: string, type: string) => {
        const { first, last } = parted({ name: of, isPerson: entry.isPerson })
        return `<Name>${element('Name1', first)}${element('Name6', last)}${element('NameType', type)}</Name>`
      }
      const names = [name(entry.name, 'Primary Name'), ...entry.aliases.map((alias) => name(alias, 'Alias'))].join('')
      const native = entry.native
        ? `<NonLatinNames><NonLatinName>${element('NameNonLatinScript', entry.native)}</NonLatinName></NonLatinNames>`
        : ''
      const details = `<IndividualDetails><Individual><DOBs>${element('DOB', entry.born && (entry.born.split('-').reverse().join('/') || null))}</DOBs><Nationalities>${element('Nationality', entry.country)}</Nationalities></Individual></IndividualDetails>`
      return `<Designation>${element('UniqueID', entry.id)}<Names>${names}</Names>${native}<RegimeName>Harbour</RegimeName><IndividualEntityShip>${entry.isPerson ? 'Individual' : 'Entity'}</IndividualEntityShip>${element('OtherInformation', walletText(entry))}${entry.isPerson ? details : ''}</Designation>`
    }
    return `<Designations><DateGenerated>${PUBLISHED.british}</DateGenerated>${entries.map(write).join('\n')}</Designations>`
  },
}

/** The list as its authority would publish it. */
export function listFile(list: HarbourList, entries: readonly Designation[]): string {
  return HEAD + WRITERS[list](entries)
}

function walletText({ wallet }: Designation): string | null {
  return wallet && `Digital currency address ${wallet.currency}: ${wallet.address}`
}

function ofac(entries: readonly Designation[]): string {
  const write = (entry: Designation) => {
    const { first, last } = parted(entry)
    const aka = (name: string, place: number) => {
      const other = parted({ name, isPerson: entry.isPerson })
      return `<aka><uid>${place}</uid><type>a.k.a.</type><category>strong</category>${element('lastName', other.last)}${element('firstName', other.first)}</aka>`
    }
    const names = [...entry.aliases, ...(entry.native ? [entry.native] : [])]
    const wallet = entry.wallet
      ? `<idList><id><uid>1</uid>${element('idType', `Digital Currency Address - ${entry.wallet.currency}`)}${element('idNumber', entry.wallet.address)}</id></idList>`
      : ''
    const born = entry.born
      ? `<dateOfBirthList><dateOfBirthItem><uid>1</uid>${element('dateOfBirth', american(entry.born))}</dateOfBirthItem></dateOfBirthList>`
      : ''
    return `<sdnEntry>${element('uid', entry.id)}${element('firstName', first)}${element('lastName', last)}<sdnType>${entry.isPerson ? 'Individual' : 'Entity'}</sdnType><programList><program>HARBOUR</program></programList>${wallet}<akaList>${names.map(aka).join('')}</akaList><nationalityList><nationality><uid>1</uid>${element('country', entry.country)}</nationality></nationalityList>${born}</sdnEntry>`
  }
  return `<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML"><publshInformation><Publish_Date>${PUBLISHED.american}</Publish_Date><Record_Count>${entries.length}</Record_Count></publshInformation>${entries.map(write).join('\n')}</sdnList>`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats `1961-04-12` as `12 Apr 1961`. */
function american(date: string): string {
  const [year, month, day] = date.split('-')
  return month && day ? `${day} ${MONTHS[Number(month) - 1]} ${year}` : date
}
