/** Which kind an escrow is, is custody's to know (docs/decisions/142): a door or a page that reads it by itself is one that another forgets. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'

/** Custody itself, the module that speaks with the ledgers, and how an escrow comes to be one of them. */
const OWN_MODULES =
  /^app\/settlement\/custody\/|^app\/trade\/onchain\/|^app\/trade\/lookup\/ui\/held\/|^app\/trade\/opening\/(?:(?:db|domain|ui|workflows)\/|routes\/submit\/)/

/** Each with why it cannot ask. */
const MAY_READ = new Map([
  ['app/escrow/db/escrows.server.ts', 'makes the record that custody reads'],
  ['app/kernel/domain/assets.ts', 'has the facts of networks'],
  ['app/escrow/domain/escrow-terms.ts', 'names the field and the column'],
  // Listed, added up, exported: the column itself.
  ['app/admin/db/money-lists.server.ts', 'a column of the list of escrows'],
  ['app/admin/domain/lists.ts', 'the same column'],
  ['app/admin/routes/list/list-table.tsx', 'the same column'],
  ['app/records/figures/db/figures.server.ts', 'counts in the database'],
  ['app/fees/queries/paid-fees.server.ts', 'looks in the database for what has ended'],
  ['app/settings/queries/own-escrows.ts', 'a person’s copy of everything'],
  // The outbox keeps it with a letter, and letters of the version before are sent.
  ['app/notices/db/letter-standing.server.ts', 'whether a letter about a lock is still true'],
  ['app/notices/domain/letter-stage.ts', 'the same'],
  ['app/trade/terms/domain/consequence.ts', 'what the date that runs is written down with'],
  ['app/trade/terms/emails/ahead.ts', 'the same date, in letters'],
  ['app/trade/terms/i18n/clock-words.ts', 'the same date, in words'],
  // Another sense: an operator holds a payout back.
  ['app/settlement/payouts/db/held-payouts.server.ts', 'holds payouts'],
  ['app/admin/workflows/hold-payout.server.ts', 'the same'],
])

type Reads = { in: RegExp; what: RegExp }
const READS_THE_KIND: Reads[] = [
  // The record, its column, and what pages were told before there was one value.
  {
    in: /./,
    what: /\b(?:escrow|seen|before|after|found|open|known|of|stored|view|context)\??\.held\b|\b(?:heldBy|isHeld|heldUntil|asksForSignature)\b/,
  },
  // On pages `held` is what the page of the ledger shows.
  {
    in: /^app\/(?:\w+\/){1,2}(?:domain|db|workflows|queries|emails)\//,
    what: /\bheld (?:[!=]== null|\?(?!\.)|&&)|\bheld\?\./,
  },
  // The name of the custodian, or of what its ledger does.
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
  // Whoever reads it no more is struck off.
  expect(reading.toSorted()).toEqual([...MAY_READ.keys()].toSorted())
})
