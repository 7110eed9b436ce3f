/** Words of names that say little about who it is: legal forms, titles, particles. Weighed lightly, never dropped. */
import { changesBetween } from './changes-between.ts'

export type WordKind = 'name' | 'form' | 'trade' | 'title' | 'particle'

const words = (text: string) => text.split(' ')

/** One word for each legal form in all languages: Ltd and Limited are no difference between two companies. */
const LEGAL_FORMS: Record<string, readonly string[]> = {
  ltd: words(
    'ltd limited ooo llc llp lp gmbh sarl srl bv sro doo spzoo spolka ood eood kft lda ltda oy oyj ab liability pte pty pvt private ' +
      'sdn bhd sl slu tov tzov too uab sia eurl sasu spol ltee mbh mchj odgovornost ' +
      // The full words of the abbreviations, in German, French, Spanish, Portuguese, Romanian, Polish and Russian.
      'gesellschaft beschrankter haftung mit societe responsabilite limitee sociedad sociedade responsabilidad responsabilidade limitada ' +
      'societatea raspundere limitata cu ograniczona odpowiedzialnoscia obshchestvo ogranichennoy otvetstvennostyu tovarystvo ' +
      'obmezhenoyu vidpovidalnistyu',
  ),
  jsc: words(
    'jsc ojsc cjsc pjsc oao zao pao ao ag sa spa plc nv as joint stock open closed public aktsionernoe otkrytoe zakrytoe publichnoe ' +
      'anonyme anonima akcyjna aktsionerne aktiengesellschaft aktiebolag anonim sirketi sti pat prat ' +
      'kgaa asa aps zrt nyrt tbk pt ' +
      'sas saog bsc kscc psc qsc psk',
  ),
  co: words(
    'co company companies corp corporation corporate corporations inc incorporated cia compagnie compania companhia kompaniya kompania ' +
      'sherkat sharikat sharika shrka shrkt firma firm kompanija',
  ),
  group: words('group groups groupe gruppe grupo gruppo grup gruppa holding holdings kholding'),
  fze: words('fze fzc fzco fzllc fzcollc dmcc'),
  est: words('est establishment enterprise enterprises entreprise predpriyatie'),
  trading: words('trading trade trader traders tradings torgovy'),
  general: words('general generale gen'),
}
/** What a company does: shared by thousands of them. */
const TRADES: Record<string, readonly string[]> = {
  industry: words('industry industries industrial industrie industria sanayi sanaye promyshlennaya'),
  shipping: words('shipping ship ships denizcilik nakliyat'),
  ...plurals(
    'service solution system technology electronic product export import supply material chemical petrochemical metal mineral food ' +
      'textile motor tool plastic investment project property partner resource consultant machinery',
  ),
  ...alone(
    'international logistics transport transportation construction engineering consulting consultancy commercial agro agricultural ' +
      'pharma pharmaceutical energy petroleum oil gas marine maritime aviation airlines airways media software management development ' +
      'furniture ceramics timber packaging seafood fashion leather insurance bank university institute foundation association organization ' +
      'europe asia africa america americas overseas ' +
      'factory works manufacturing research center centre bureau office agency',
  ),
}
const TITLES = new Set(
  words(
    'mr mrs ms miss dr prof professor sir sheikh shaykh sheik shaikh mullah mulla maulavi mawlawi haji hajji hadji al-hajj ' +
      'col colonel brigadier major maj captain capt commander lieutenant lt judge minister president engineer eng ' +
      'herr frau monsieur madame senor senora pan pani gospodin sayyid sayed seyed ' +
      // Ships: M/V, M.T.
      'mv mt',
  ),
)
const PARTICLES = new Set(
  words(
    'al el ul ad as ar an at az ben bin bn ibn abn bint bnt abu abw abou umm ould wld oglu ogly von van der den de da di du la le of the and und et y e i',
  ),
)

const KNOWN = new Map<string, { word: string; kind: WordKind }>([
  ...[...PARTICLES].map((word) => [word, { word, kind: 'particle' }] as const),
  ...[...TITLES].map((word) => [word, { word, kind: 'title' }] as const),
  ...Object.entries(TRADES).flatMap(([trade, all]) =>
    all.map((word) => [word, { word: trade, kind: 'trade' }] as const),
  ),
  ...Object.entries(LEGAL_FORMS).flatMap(([form, all]) =>
    all.map((word) => [word, { word: form, kind: 'form' }] as const),
  ),
])

/** At this length, one wrong letter does not make another word. */
const LONG = 6
const NEAR = nearOnes([...KNOWN.keys()].filter((word) => word.length >= LONG))

const FACTORS: Record<WordKind, number> = { name: 1, form: 0.25, trade: 0.5, title: 0.1, particle: 0.4 }

/**
 * The word as compared, and its weight relative to one of the same length. A long form or title with one letter wrong
 * keeps its weight: a slip in Limited makes no other company.
 */
export function weighWord(word: string): { word: string; kind: WordKind; factor: number } {
  const known = KNOWN.get(word) ?? nearOne(word)
  if (known === undefined) return { word, kind: 'name', factor: FACTORS.name }
  return { ...known, factor: FACTORS[known.kind] }
}

function nearOne(word: string): { word: string; kind: WordKind } | undefined {
  if (word.length < LONG - 1) return undefined
  const near = [word, ...shortened(word)]
    .flatMap((key) => NEAR.get(key) ?? [])
    .find((one) => changesBetween(one, word, 1) === 1)
  return near === undefined ? undefined : KNOWN.get(near)
}

/** Indexed by the word with one letter left out: two words that are one change apart share such a key. */
function nearOnes(all: readonly string[]): ReadonlyMap<string, string[]> {
  const keys = all.flatMap((word) => [word, ...shortened(word)].map((key) => ({ key, word })))
  return new Map([...Map.groupBy(keys, ({ key }) => key)].map(([key, of]) => [key, of.map(({ word }) => word)]))
}

function shortened(word: string): string[] {
  return Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1))
}

function alone(text: string): Record<string, readonly string[]> {
  return Object.fromEntries(words(text).map((word) => [word, [word]]))
}

function plurals(text: string): Record<string, readonly string[]> {
  return Object.fromEntries(words(text).map((word) => [word, [word, `${word.replace(/y$/, 'ie')}s`]]))
}
