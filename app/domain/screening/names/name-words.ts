/** Words of names that say little about who it is: legal forms, titles, particles. Folded or weighed lightly, never dropped. */

/** One word for each legal form, whatever language it is in: Ltd and Limited are no difference between two companies. */
const LEGAL_FORMS: Record<string, readonly string[]> = {
  ltd: [
    'ltd',
    'limited',
    'ooo',
    'llc',
    'gmbh',
    'sarl',
    'srl',
    'bv',
    'sro',
    'doo',
    'spzoo',
    'eood',
    'kft',
    'lda',
    'ltda',
    'oy',
    'ab',
    'liability',
  ],
  jsc: [
    'jsc',
    'ojsc',
    'cjsc',
    'pjsc',
    'oao',
    'zao',
    'pao',
    'ao',
    'ag',
    'sa',
    'spa',
    'plc',
    'nv',
    'as',
    'joint',
    'stock',
    'aktiengesellschaft',
  ],
  co: [
    'co',
    'company',
    'corp',
    'corporation',
    'inc',
    'incorporated',
    'cia',
    'kompaniya',
    'sherkat',
    'sharikat',
    'firma',
  ],
  group: ['group', 'gruppe', 'grup', 'holding', 'holdings'],
  fze: ['fze', 'fzc', 'fzco', 'fzllc'],
  est: ['est', 'establishment', 'enterprise', 'enterprises', 'trading', 'general'],
}
const FORM_OF = new Map(Object.entries(LEGAL_FORMS).flatMap(([form, words]) => words.map((word) => [word, form])))

const TITLES = new Set(
  (
    'mr mrs ms miss dr prof professor sir sheikh shaykh sheik shaikh mullah mulla maulavi mawlawi haji hajji hadji al-hajj ' +
    'general gen colonel col brigadier major maj captain capt commander lieutenant lt judge minister president engineer eng ' +
    'herr frau monsieur madame senor senora pan pani gospodin sayyid sayed seyed'
  ).split(' '),
)
const PARTICLES = new Set(
  'al el ul ad as ar an at az ben bin ibn bint abu abou umm von van der den de da di du la le of the and und et y e i'.split(
    ' ',
  ),
)

/** The word as it is compared, and how much it weighs against another of the same length. */
export function weighWord(word: string): {
  word: string
  kind: 'name' | 'form' | 'title' | 'particle'
  factor: number
} {
  const form = FORM_OF.get(word)
  if (form !== undefined) return { word: form, kind: 'form', factor: 0.25 }
  if (TITLES.has(word)) return { word, kind: 'title', factor: 0.25 }
  if (PARTICLES.has(word)) return { word, kind: 'particle', factor: 0.4 }
  return { word, kind: 'name', factor: 1 }
}
