/** Invented designations: nobody of these names is meant, and their last names are in no real list. */

export const LIST_PATHS = {
  ofac_sdn: '/lists/ofac/SDN.XML',
  ofac_consolidated: '/lists/ofac/CONSOLIDATED.XML',
  un: '/lists/un/consolidated.xml',
  eu: '/lists/eu/xmlFullSanctionsList_1_1/content',
  uk: '/lists/uk/UK-Sanctions-List.xml',
} as const
export type HarbourList = keyof typeof LIST_PATHS
export const HARBOUR_LISTS = Object.keys(LIST_PATHS) as [HarbourList, ...HarbourList[]]

export type Designation = {
  id: string
  isPerson: boolean
  name: string
  aliases: string[]
  /** The name in its own script. */
  native: string | null
  born: string | null
  country: string
  wallet: { currency: string; address: string } | null
}

const person = (id: string, name: string, more: Partial<Designation> = {}): Designation => {
  return { id, isPerson: true, name, aliases: [], native: null, born: null, country: 'Atlantis', wallet: null, ...more }
}
const company = (id: string, name: string, more: Partial<Designation> = {}) =>
  person(id, name, { isPerson: false, ...more })

export const INVENTED: Record<HarbourList, readonly Designation[]> = {
  ofac_sdn: [
    person('900001', 'Balthazar Quillfeather', { aliases: ['Baltasar Quilfether'], born: '1961-04-12' }),
    company('900002', 'Murkwater Freight FZE', { aliases: ['Murkwater Shipping'] }),
  ],
  ofac_consolidated: [company('910001', 'Saltmarrow Commodities Ltd')],
  un: [
    person('QSi.001', 'Zebulon Tarnwick', { native: 'Зебулон Тарнвик', born: '1958' }),
    company('QSe.001', 'Gloamshore Trading Company'),
  ],
  eu: [person('EU.9001.1', 'Ottoline Grimsburrow', { aliases: ['Otoline Grimsborough'], born: '1970-01-30' })],
  uk: [person('QSY0001', 'Peregrine Mosshollow', { born: '1966-07-02' }), company('QSY0002', 'Fenwraith Metals LLC')],
}
