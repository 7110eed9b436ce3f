/** The words of docs/glossary.md in the names of the code: no private word where the field has one, and no name with two meanings. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** Private words, and what the field says. */
const INSTEAD: Record<string, string> = {
  bury: 'markFailed',
  desk: 'admin',
  exit: 'settlement',
  exits: 'settlements',
  heap: 'backlog',
  heaps: 'backlogs',
  held: 'onchain, paused or under review',
  keeper: 'sponsor or supervisor',
  keepers: 'sponsors or supervisors',
  lane: 'slot',
  lanes: 'slots',
  lapse: 'expire',
  letter: 'email',
  letters: 'emails',
  tell: 'notify',
  telling: 'alerting',
  trouble: 'alert, failure or defect',
  troubles: 'alerts, failures or defects',
  wind: 'schedule',
}

const FILES = globSync('{app,worker}/**/*.{ts,tsx}').filter(
  (file) => !file.includes('generated') && !file.includes('.test.'),
)
/** Where letters are those of an alphabet. */
const TYPESETTING = 'app/records/statement/services/'
const NAME = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|type|interface|class|enum) (\w+)/gm
const EXPORTED = /^export (?:async )?(?:function\*?|const|let|type|interface|class|enum) (\w+)/gm
const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name ?? '')
const partsOf = (name: string) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((part) => part.toLowerCase()) ?? []

test('names and files use the words of the field', () => {
  const found = FILES.flatMap((file) =>
    [basename(file), ...namesIn(file, NAME)].flatMap((name) => {
      if (file.startsWith(TYPESETTING)) return []
      if (/^Shown[A-Z](?!gain)/.test(name)) return [`${file}: ${name} (write a name that ends in View)`]
      const word = partsOf(name).find((part) => part in INSTEAD)
      return word ? [`${file}: ${name} (write ${INSTEAD[word]})`] : []
    }),
  )
  expect(found).toEqual([])
})

/** Remix reads these of every route. */
const OF_ROUTES = new Set([
  'action',
  'clientAction',
  'clientLoader',
  'handle',
  'headers',
  'links',
  'loader',
  'meta',
  'shouldRevalidate',
])

/** The two adapters of one port may share a name; a file that loads others later exports theirs again. */
const placeOf = (file: string) => file.replace(/^app\/ledgers\/(stellar|xrpl)\/.*/, 'app/ledgers/adapter')

test('no name is exported with two meanings', () => {
  const places = new Map<string, Set<string>>()
  for (const file of FILES.filter((one) => !/\/later?\.tsx$/.test(one)))
    for (const name of namesIn(file, EXPORTED))
      if (!OF_ROUTES.has(name)) places.set(name, (places.get(name) ?? new Set()).add(placeOf(file)))
  expect([...places].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(' '))).toEqual(
    [],
  )
})
