/** The short form of the fault suite (docs/reliability.md): half of the blows and every weather, over a few trades. */
import { expect, test } from 'vitest'
import { runStorm } from '#tests/support/faults/storm.ts'
import { SHORT, SHORT_SEED } from '#tests/support/faults/storm-sizes.ts'

test('whatever fails, each deposit, payout and letter is there once, and the books agree with the ledgers', async () => {
  const { sentences, figures } = await runStorm({ seed: SHORT_SEED, size: SHORT, report: console.log })
  console.log(figures.join('\n'))
  expect(sentences, `npm run test:faults -- --short --seed ${SHORT_SEED}`).toEqual([])
})
