/** Only custody reads which kind an escrow is (decision 142): code that reads it itself misses a new kind. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'

/** Custody itself, the module that uses the ledgers, and the opening of an escrow. */
const OWN_MODULES =
  /^app\/settlement\/custody\/|^app\/trade\/onchain\/|^app\/trade\/lookup\/ui\/held\/|^app\/trade\/opening\/(?:(?:db|domain|ui|workflows)\/|routes\/submit\/)/

/** Each with the reason why it cannot use custody. */
const MAY_READ = new Map([
  ['app/escrow/db/escrows.server.ts', 'makes the record that custody reads'],
  ['app/kernel/domain/assets.ts', 'has the facts of networks'],
  ['app/escrow/domain/escrow-terms.ts', 'names the field and the column'],
  // Lists, sums and exports read the column itself.
  ['app/admin/db/money-lists.server.ts', 'a column of the list of escrows'],
  ['app/admin/domain/lists.ts', 'the same column'],
  ['app/admin/routes/list/list-table.tsx', 'the same column'],
  ['app/records/figures/db/figures.server.ts', 'counts in the database'],
  ['app/fees/queries/paid-fees.server.ts', 'looks in the database for what has ended'],
  ['app/settings/queries/own-escrows.ts', 'a person’s copy of everything'],
  // The outbox stores it with an email, and emails stored by the previous version are still sent.
  ['app/notices/db/email-standing.server.ts', 'whether a letter about a lock is still true'],
  ['app/notices/domain/email-stage.ts', 'the same'],
  ['app/trade/terms/domain/consequence.ts', 'what the date that runs is written down with'],
  ['app/trade/terms/emails/ahead.ts', 'the same date, in letters'],
  ['app/trade/terms/i18n/deadline-words.ts', 'the same date, in words'],
])

type Reads = { in: RegExp; what: RegExp }
const READS_THE_KIND: Reads[] = [
  // The record, its column, and what pages got before there was one value.
  {
    in: /./,
    what: /\b(?:escrow|seen|before|after|found|open|known|of|stored|view|context)\??\.held\b|\b(?:heldBy|isHeld|heldUntil|asksForSignature)\b/,
  },
  // On pages `held` is what the on-chain escrow page shows.
  {
    in: /^app\/(?:\w+\/){1,2}(?:domain|db|workflows|queries|emails)\//,
    what: /\bheld (?:[!=]== null|\?(?!\.)|&&)|\bheld\?\./,
  },
  // The name of the custodian, or the facts of its ledger.
  { in: /./, what: /\bcustod(?:y|ianOf\([^)]*\)) [!=]== '|\bcustodyFactsOf\(/ },
]
const LAYERS = 'domain,db,workflows,queries,ui,routes,emails,web,i18n'

it('no other rule, query, workflow, page or letter reads who keeps the money', () => {
  const files = globSync(`app/**/{${LAYERS}}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: (name) => name === 'generated' })
  const reading = files.filter((file) => {
    if (/\.test\.tsx?$/.test(file) || OWN_MODULES.test(file)) return false
    const text = readFileSync(join(ROOT, file), 'utf8')
    return READS_THE_KIND.some((reads) => reads.in.test(file) && reads.what.test(text))
  })
  // A file that no longer reads it has to leave the list.
  expect(reading.toSorted()).toEqual([...MAY_READ.keys()].toSorted())
})
