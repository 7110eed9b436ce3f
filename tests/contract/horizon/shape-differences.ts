/** Compares the keys and JSON types of a recorded answer with ours. */
import { expect } from 'vitest'
import { readFixture } from '#tests/contract/ledgers/recorded/ledger-fixtures.ts'

type Shape = Record<string, string>

/** 'balances[].balance' → 'string', for every path of the document. The elements of an array are merged. */
function shapeOf(value: unknown, path = ''): Shape {
  if (Array.isArray(value)) {
    return Object.assign({ [path]: 'array' }, ...value.map((element) => shapeOf(element, `${path}[]`)))
  }
  if (typeof value !== 'object' || value === null) return { [path]: value === null ? 'null' : typeof value }
  // The keys of an account's data are its owner's, not Horizon's.
  const names = path.endsWith('data') ? {} : value
  return Object.assign(
    { [path]: 'object' },
    ...Object.entries(names).map(([name, field]) => shapeOf(field, path === '' ? name : `${path}.${name}`)),
  )
}

/** The paths that differ, each with its types: recorded → here. */
function differences(recorded: unknown, here: unknown): Record<string, string> {
  const [left, right] = [shapeOf(recorded), shapeOf(here)]
  const paths = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()
  const different = paths.filter((path) => left[path] !== right[path])
  return Object.fromEntries(different.map((path) => [path, `${left[path] ?? 'absent'} → ${right[path] ?? 'absent'}`]))
}

/** Why a path, with everything below it, may differ. */
export type Reasons = Record<string, string>

export type Case = [fixture: string, here: () => Promise<unknown>, reasons?: Reasons]

/** Fails on a difference without a reason, and on a reason without a difference. */
export async function compare(fixture: string, here: () => Promise<unknown>, reasons: Reasons = {}): Promise<void> {
  const found = differences(readFixture(`stellar/${fixture}`), await here())
  const explains = (reason: string, path: string) => path === reason || path.startsWith(`${reason}.`)
  const unexplained = Object.entries(found).filter(
    ([path]) => !Object.keys(reasons).some((reason) => explains(reason, path)),
  )
  expect(Object.fromEntries(unexplained)).toEqual({})
  const idle = Object.keys(reasons).filter((reason) => !Object.keys(found).some((path) => explains(reason, path)))
  expect(idle, 'reasons that explain nothing').toEqual([])
}
