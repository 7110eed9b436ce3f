/** Trades of a storm, all planned before it begins: the same seed plans the same ones. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PlayName } from '#harbour/accounts.ts'
import type { Chance } from './chance.ts'

export type TradePlan = {
  number: number
  asset: Asset
  /** What the buyer sends, in this order. */
  parts: string[]
  payer: PlayName
  /** release: the buyer approves. refund: the seller agrees to one. cancel: cancelled when a part has arrived. */
  ending: 'release' | 'refund' | 'cancel'
  /** The payee's memo or tag. */
  memo: string
  /** The buyer approves before anything is paid. */
  approvesFirst: boolean
  hasContract: boolean
  /** The seller presents a document and takes it back. */
  takesPaperBack: boolean
  /** An upload that nobody finishes, as by a closed browser. */
  leavesUpload: boolean
}

const PAYERS: readonly PlayName[] = ['buyer', 'second-buyer', 'friend', 'exchange']
/** The seller pays nothing, so each payment to it is one of ours; a refund goes to the same wallet. */
export const PAYEE: PlayName = 'seller'

export function planTrades(chance: Chance, of: { trades: number; parts: number }): TradePlan[] {
  return Array.from({ length: of.trades }, (_, number) => {
    const asset = chance.pick(['XLM', 'XRP', 'USDC'] as const)
    const ending = chance.pick(['release', 'release', 'release', 'release', 'refund', 'cancel'] as const)
    return {
      number,
      asset,
      // Odd in the last decimal that both ledgers have.
      parts: Array.from({ length: of.parts }, () =>
        new Decimal(chance.between(1_000_001, 9_999_999)).div('1e6').toFixed(),
      ),
      payer: chance.pick(PAYERS),
      ending,
      memo: String(1_000_000 + number),
      approvesFirst: ending === 'release' && chance.next() < 0.4,
      hasContract: chance.next() < 0.3,
      takesPaperBack: chance.next() < 0.2,
      leavesUpload: chance.next() < 0.1,
    }
  })
}

export function sumOf(plan: TradePlan): string {
  return Decimal.sum(...plan.parts).toFixed()
}
