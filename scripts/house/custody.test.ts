/** Which kind an escrow is, is custody's to know (docs/decisions/115): a door that reads it by itself is one that another door forgets. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'

/** Custody itself, the room that speaks with the ledgers, how an escrow comes to be one of them, and what is drawn of it. */
const MAY_READ = [
  'app/domain/custody/',
  'app/db/custody/',
  'app/workflows/custody/',
  'app/domain/held/',
  'app/db/held/',
  'app/workflows/held/',
  'app/domain/opening/',
  'app/db/opening/',
  'app/workflows/opening/',
  'app/db/escrow/escrows.server.ts',
  // Names its column.
  'app/domain/escrow/escrow-terms.ts',
  'app/db/letters/',
  'app/domain/letters/',
  'app/domain/lookup/',
  'app/domain/statement/',
  'app/domain/desk/',
  'app/db/desk/',
  'app/db/figures/',
]
const READS_THE_KIND =
  /\b(?:escrow|seen|before|found|open|known|of|stored)\??\.held\b|\bheld (?:[!=]== null|\?|&&)|\bheld\?\.|\bheldBy\b|\.isHeld\b/

it('no other rule, query of the database or workflow reads who keeps the money', () => {
  const files = globSync('app/{domain,db,workflows}/**/*.ts', { cwd: ROOT, exclude: (name) => name === 'generated' })
  const reading = files.filter(
    (file) =>
      !/\.test\.ts$/.test(file) &&
      !MAY_READ.some((place) => file.startsWith(place)) &&
      READS_THE_KIND.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(reading).toEqual([])
})
