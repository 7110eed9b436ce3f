/** Every part of every page knows the stage: each sentence stands where it is true, nowhere else (decision 132). */
import { expect, it } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import { drawnTrade, READERS } from '#tests/support/lookup/drawn-trade.tsx'
import { tradesIn } from '#tests/support/lookup/shown-trade.ts'
import { type Occasion, STAGE_SENTENCES } from '#tests/support/lookup/stage-sentences.ts'
import { patternOf } from '#tests/support/lookup/words-of-key.ts'

const TABLE = STAGE_SENTENCES.map((sentence) => ({ ...sentence, pattern: patternOf(sentence.says) }))

/** Returns what is shown where it is untrue, or missing where it is required. */
function complaintsAbout(of: Occasion): string[] {
  const page = drawnTrade(of, of.reader)
  return TABLE.flatMap(({ says, pattern, only, must }) => {
    const [found] = pattern.exec(page) ?? []
    if (found !== undefined && !only(of)) return [`untrue, ${says}: ${found}`]
    return found === undefined && must?.(of) ? [`left out, ${says}`] : []
  })
}

it.each(STAGES)('each sentence is true where it stands: %s', (stage) => {
  const occasions = tradesIn(stage).flatMap((trade) =>
    // A past date is no stage of its own, so the shared statement does not show it.
    READERS.filter((reader) => reader !== 'shared' || !trade.isPast).map((reader) => ({ ...trade, reader })),
  )
  const wrong = occasions.flatMap((of) =>
    complaintsAbout(of).map((complaint) => {
      const { reader, custody, isDated, round, isPast } = of
      return [
        reader,
        custody,
        isDated ? `dated, round ${round}` : 'undated',
        ...(isPast ? ['past'] : []),
        complaint,
      ].join(', ')
    }),
  )
  expect(wrong).toEqual([])
})
