/** Custody (docs/decisions/142): nobody alone takes what is another's, nothing stays bound, what is said happens. */
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  ACTS,
  type Cell,
  cellsOf,
  KEPT,
  nameOf,
  OUTCOMES,
  paidAsSaid,
  paidBy,
} from '#tests/support/custody/custody-table.ts'
import { isFree, isOver } from '#tests/support/escrow-model/escrow-book.ts'
import { applyOnchain, toSellerOf } from '#tests/support/onchain-model/onchain-model.ts'
import { settlementKindOf } from './settlement.ts'

const tables = KEPT.flatMap((kept) => OUTCOMES.map((outcome) => ({ kept, outcome, cells: cellsOf(kept, outcome) })))
const title = ({ kept, outcome }: Pick<Cell, 'kept' | 'outcome'>) =>
  `${kept.asset} kept by ${kept.custodian}, ${outcome}`

it('has a cell for every act of everybody', () => {
  expect(ACTS.length).toBeGreaterThanOrEqual(30)
  expect(tables).toHaveLength(20)
})

describe.each(tables)('$kept.asset kept by $kept.custodian: $outcome', ({ cells }) => {
  it('nobody alone changes what the record has given', () => {
    for (const cell of cells) {
      const given = toSellerOf(cell.after)
      if (given === null) continue
      for (const { act } of cells) {
        const { held } = applyOnchain(cell.after, act, cell.after)
        expect([nameOf(cell.act), nameOf(act), toSellerOf(held)?.toFixed()]).toEqual([
          nameOf(cell.act),
          nameOf(act),
          given.toFixed(),
        ])
      }
    }
  })

  it('what the record gives can be paid by whoever keeps the money', () => {
    for (const { after, kept, act } of cells) {
      const seller = toSellerOf(after)
      if (seller === null || kept.custodian === 'platform') continue
      const shares = { seller, buyer: after.book.amount.minus(seller) }
      expect([nameOf(act), settlementKindOf({ asset: kept.asset, shares })]).not.toEqual([nameOf(act), null])
    }
  })

  it('nothing is bound for ever', () => {
    for (const cell of cells.filter(({ last }) => last.book.isFunded)) {
      // The ledger's date ends all that it holds; our money is given to somebody, or somebody can have it decided.
      if (cell.kept.custodian !== 'platform') {
        expect([nameOf(cell.act), paidBy(cell)]).not.toEqual([nameOf(cell.act), null])
        continue
      }
      const { last } = cell
      if (isOver(last.book)) continue
      const asked = isFree(last.book)
        ? applyOnchain(last, { kind: 'dispute', by: 'seller', reason: 'so' }, last).held
        : last
      const decided = applyOnchain(asked, { kind: 'decide', decision: 'refund', percent: 0, isStale: false }, asked)
      expect([nameOf(cell.act), decided.answer, toSellerOf(decided.held)]).toEqual([
        nameOf(cell.act),
        'ok',
        new Decimal(0),
      ])
    }
  })

  it('what is said of the date is what it does, where nobody did anything else', () => {
    for (const cell of cells.filter(({ answer, before, after }) => answer !== 'ok' || before === after)) {
      const { said, last } = cell
      if (said === null) continue
      const isPutToQuayside = last.book.dispute !== null
      expect([nameOf(cell.act), paidBy(cell), isPutToQuayside]).toEqual([
        nameOf(cell.act),
        paidAsSaid(said, cell.kept),
        said.follows === 'quayside',
      ])
    }
  })
})

it('is written down', async () => {
  const rows = tables.flatMap((table) => {
    const [first] = table.cells
    const idle = table.cells.find(({ answer }) => answer !== 'ok') ?? first
    const base = idle && paidBy(idle)
    const changing = table.cells.filter((cell) => paidBy(cell) !== base)
    return [
      `## ${title(table)}`,
      '',
      `Nobody acts: ${base ?? 'nothing was there'}. ${table.cells.length} acts were tried; these change who is paid:`,
      '',
      ...changing.map((cell) => `- ${nameOf(cell.act)}: ${paidBy(cell) ?? 'nothing was there'}`),
      '',
    ]
  })
  const text = ['# Who is paid, by who keeps the money, by what the date leads to, by what is done before it', '']
  await expect([...text, ...rows].join('\n')).toMatchFileSnapshot('custody-table.md')
})
