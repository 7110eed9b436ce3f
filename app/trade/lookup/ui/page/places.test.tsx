import { describe, expect, it } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { PAGE_PARTS, type PagePart, placesOf } from '#app/trade/lookup/domain/places-of.ts'
import { Part } from '#app/trade/lookup/ui/later.tsx'
import { shownTrade, tradesIn } from '#tests/support/lookup/shown-trade.ts'
import { wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { idOfPart, partOfId } from './part-ids.ts'

/** What does not concern this escrow or this side, though its part could draw something. */
function isNotTheirs(part: PagePart, { custody, reader, payoutWallet }: PartyView): boolean {
  if (part === 'held') return custody.fundedBy === 'deposit'
  if (part === 'deposit') return custody.fundedBy === 'lock'
  if (part === 'wallets') return payoutWallet === null
  return part === 'confirmation' && reader === 'seller'
}

const stages = STAGES.filter((stage) => !stage.endsWith('_blocked'))
const isStillDrawn = (escrow: PartyView, part: PagePart) =>
  part !== 'pay' &&
  part !== 'decision' &&
  part !== 'present' &&
  wordsOf(<Part part={part} escrow={escrow} refused={null} qr={null} link={null} held={null} />).trim() !== ''

describe.each(stages)('%s', (stage) => {
  const views = tradesIn(stage).flatMap((trade) =>
    (['buyer', 'seller'] as const).map((side) => shownTrade(trade, side)),
  )

  it('has every part in one place at most', () => {
    for (const escrow of views) {
      const placed = Object.values(placesOf(escrow)).flat()
      expect(new Set(placed).size).toBe(placed.length)
    }
  })

  it('leaves out no part that has something to show', () => {
    for (const escrow of views) {
      const places = placesOf(escrow)
      const placed = Object.values(places).flat()
      const isFolded = places.ways.includes('decision')
      const lost = PAGE_PARTS.filter((part) => !placed.includes(part) && !isNotTheirs(part, escrow))
        // It is shown with a decision that is folded.
        .filter((part) => !(part === 'wallets' && isFolded))
        .filter((part) => isStillDrawn(escrow, part))
      expect(lost).toEqual([])
    }
  })

  it('folds away neither the wallet nor the papers of a decision that is open', () => {
    for (const escrow of views) {
      const { task, beside } = placesOf(escrow)
      if (!beside.includes('decision')) continue
      expect(task).toContain('wallets')
      expect(task).toContain('documents')
      expect(task.indexOf('documents')).toBeLessThan(task.indexOf('wallets'))
    }
  })
})

it('every part has an id of its own, by which letters and addresses lead to it', () => {
  const ids = PAGE_PARTS.map(idOfPart)
  expect(new Set(ids).size).toBe(ids.length)
  for (const part of PAGE_PARTS) expect(partOfId(idOfPart(part))).toBe(part)
  expect(partOfId('nothing')).toBeNull()
  expect(partOfId(null)).toBeNull()
})
