/** Compares our answers with recorded ones of the real server: the same keys with values of the same JSON type. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const FIXTURES = join(
  process.env.FIXTURES_DIR ?? join(import.meta.dirname, '../../../../../shared/fixtures'),
  'xrpl',
)
export const areThere = existsSync(FIXTURES)

export const recorded = (name: string) => JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as unknown

export const OLDER = 'the recording server is older'
const ANY_TRANSACTION = 'a signer may leave it out'
const ANY_ACCOUNT = 'an account has it only when it was set'
/** Fields that may be on one side only, wherever they are. */
const OPTIONAL: Record<string, string> = {
  DestinationTag: ANY_TRANSACTION,
  Flags: ANY_TRANSACTION,
  LastLedgerSequence: ANY_TRANSACTION,
  AccountTxnID: ANY_ACCOUNT,
  Domain: ANY_ACCOUNT,
  EmailHash: ANY_ACCOUNT,
  MessageKey: ANY_ACCOUNT,
  RegularKey: ANY_ACCOUNT,
  TicketCount: ANY_ACCOUNT,
  TransferRate: ANY_ACCOUNT,
}

/** Maps a path, with everything below it, to why it differs in this recording. */
export type Differences = Record<string, string>

/** Returns the type at every path of a value; the items of a list count as one. */
function shapeOf(value: unknown, path = '', shape = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) {
    shape.set(path, 'list')
    for (const item of value) shapeOf(item, `${path}[]`, shape)
  } else if (typeof value === 'object' && value !== null) {
    if (path !== '') shape.set(path, 'object')
    for (const [key, inner] of Object.entries(value)) shapeOf(inner, path === '' ? key : `${path}.${key}`, shape)
  } else {
    shape.set(path, value === null ? 'null' : typeof value)
  }
  return shape
}

/** Returns the differences as sentences, and the excuses that no difference needs. */
export function differing(ours: unknown, theirs: unknown, differences: Differences): string[] {
  const [own, other] = [shapeOf(ours), shapeOf(theirs)]
  const found = [...new Set([...own.keys(), ...other.keys()])]
    .map((path) => ({ path, own: own.get(path) ?? 'absent', other: other.get(path) ?? 'absent' }))
    .filter((one) => one.own !== one.other && !isOptional(one))
  const excuses = (path: string) => Object.keys(differences).filter((excused) => isAtOrBelow(path, excused))
  const used = new Set(found.flatMap(({ path }) => excuses(path)))
  return [
    ...found
      .filter(({ path }) => excuses(path).length === 0)
      .map((one) => `${one.path} is ${one.own}, recorded it is ${one.other}`),
    ...Object.keys(differences)
      .filter((excused) => !used.has(excused))
      .map((excused) => `${excused} is excused for no reason`),
  ]
}

/** Only a missing field is excused, never another type. */
function isOptional({ path, own, other }: { path: string; own: string; other: string }): boolean {
  const field = path.split('.').at(-1) ?? ''
  return field in OPTIONAL && (own === 'absent' || other === 'absent')
}

function isAtOrBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}.`) || path.startsWith(`${ancestor}[`)
}
