/** Finds English sentences whose keys the code does not use. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sentences } from './locales.ts'
import { countedKey } from './plurals.ts'

/** Namespaces that a page shows as a whole; only the types of their keys bind them to the code. */
const SHOWN_WHOLE = ['faq', 'freight', 'instructions', 'legal', 'wallets']

/** Where the keys of a namespace are used; those of `common` everywhere. */
const HOMES: Record<string, RegExp> = {
  mail: /^app\/.+\/emails\//,
  desk: /^app\/admin\/routes\//,
  statement: /^app\/records\/statement\/(?:i18n|routes)\//,
}

/** Keys that the code composes without a template, each with the file. */
export const BUILT_KEYS: { keys: RegExp; where: string }[] = [
  { keys: /^mail:refund(?:Agreed|Declined)\./, where: 'app/trade/refunds/emails/refund-emails.ts' },
  { keys: /^mail:funds(?:Refunded|Returned)\./, where: 'app/settlement/payouts/emails/payout-emails.ts' },
  { keys: /^statement:(?:download|back)$/, where: 'app/records/statement/routes/statement.tsx' },
]

export type Source = { path: string; text: string }

export function readSources(root: string): Source[] {
  const paths = globSync('app/**/*.{ts,tsx}', { cwd: root, exclude: (name) => name.includes('generated') })
  return paths
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function findUnused(english: Sentences, sources: Source[]): string[] {
  const asked = new Map<string, Asked>()
  const askedFor = (namespace: string) => {
    const known = asked.get(namespace)
    if (known) return known
    const home = HOMES[namespace]
    const read = readAsked(sources.filter(({ path }) => !home || home.test(path)))
    asked.set(namespace, read)
    return read
  }
  return [...english.keys()].filter((full) => {
    const [namespace = '', name = ''] = (countedKey(full, english) ?? full).split(':')
    if (SHOWN_WHOLE.includes(namespace) || BUILT_KEYS.some(({ keys }) => keys.test(full))) return false
    const { literals, patterns } = askedFor(namespace)
    return !literals.has(name) && !patterns.some((pattern) => pattern.test(name))
  })
}

type Asked = { literals: Set<string>; patterns: RegExp[] }

const QUOTED = /'([\w.:]+)'|"([\w.:]+)"/g
const TEMPLATE = /`((?:common:|mail:|desk:|statement:)?[\w.]*(?:\$\{(?:[^`{}]|\{[^`{}]*\})*\}[\w.]*)+)`/g
/** A group taken as a whole: t('payoutBlocked.reasons', { returnObjects: true }). */
const WHOLE_GROUP = /'([\w.:]+)', \{[^}]*returnObjects: true/g
const withoutNamespace = (key: string) => key.replace(/^\w+:/, '')

function readAsked(sources: Source[]): Asked {
  const literals = new Set<string>()
  const patterns = new Map<string, RegExp>()
  const addPattern = (start: string, rest = '') => {
    const pattern = patternOf(start) + rest
    // A template without a fixed group could be anything: a path, a file's name.
    if (/^\w+\\\./.test(pattern)) patterns.set(pattern, new RegExp(`^${pattern}$`))
  }
  for (const { text } of sources) {
    for (const [, single, double] of text.matchAll(QUOTED)) literals.add(withoutNamespace(single ?? double ?? ''))
    for (const [, group = ''] of text.matchAll(WHOLE_GROUP)) addPattern(`${withoutNamespace(group)}.`, '\\S+')
    for (const [, template = ''] of text.matchAll(TEMPLATE)) addPattern(withoutNamespace(template))
  }
  return { literals, patterns: [...patterns.values()] }
}

/** "lookup.decision.${whyNot(escrow)}" → lookup\.decision\.\w+ */
function patternOf(template: string): string {
  return template
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((fixed) => fixed.replaceAll('.', '\\.'))
    .join('\\w+')
}
