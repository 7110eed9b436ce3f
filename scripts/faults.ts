/**
 * `npm run test:faults [-- --seed N] [--short]`: random faults in worker, PostgreSQL, ledgers, mail, prices and store.
 * The same seed repeats the plan (docs/reliability.md). Prints seed and figures. Exit code 0: no complaint; else 1.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runStorm } from '#tests/support/faults/storm.ts'
import { LONG, SHORT } from '#tests/support/faults/storm-sizes.ts'

try {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } } })
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.')
  const size = values.short ? SHORT : LONG
  const { sentences, figures } = await runStorm({ seed, size, report: console.log })
  console.log(`\n${figures.join('\n')}\n`)
  for (const sentence of sentences) console.log(`✗ ${sentence}`)
  console.log(sentences.length === 0 ? `All right (seed ${seed}).` : `Not right (seed ${seed}): ${sentences.length}`)
  if (sentences.length > 0) process.exitCode = 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
