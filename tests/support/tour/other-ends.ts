/** Sample escrows that end other than by release: refund requested, refunded, blocked, disputed, split. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { shippingDocuments } from '#scripts/trade/papers.ts'
import { agreeToRefund, askForRefund, openDispute, proposeShares, stateRefundWallet } from '#scripts/trade/settle.ts'
import { confirmShipment, type Person } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'

const OTHER_ENDS = ['refundRequested', 'refunded', 'disputed', 'split'] as const
export type OtherEnd = (typeof OTHER_ENDS)[number]

export function isOtherEnd(stage: string): stage is OtherEnd {
  return (OTHER_ENDS as readonly string[]).includes(stage)
}

type Trade = { buyer: Person; seller: Person; txid: string; asset: Asset; stage: OtherEnd }

const LATE = 'The vessel was cancelled, and the next one sails after our season.'
const WET = 'Sixteen of forty bags arrived wet.\nThe survey report is among the documents.'

/** Brings a funded escrow to its stage. */
export async function endOtherwise(app: App, trade: Trade): Promise<void> {
  const { buyer, seller, txid, asset, stage } = trade
  const back = { txid, wallet: playAddress('buyer', asset) }
  if (stage === 'disputed' || stage === 'split') {
    await confirmShipment(seller, { txid, wallet: playAddress('seller', asset), files: shippingDocuments() })
    if (stage === 'disputed') await openDispute(buyer, { ...back, reason: WET })
    if (stage === 'split') {
      await openDispute(seller, { txid, reason: WET })
      await stateRefundWallet(buyer, back)
    }
    if (stage === 'disputed')
      await proposeShares(seller, { txid, sellerAmount: '240.5', words: 'Sixteen bags, at their price.' })
    if (stage === 'split') await divideDispute(app, { txid, sellerAmount: '300.5', note: 'As the survey says.' })
    return
  }
  await askForRefund(buyer, { ...back, reason: LATE })
  if (stage === 'refundRequested') return
  await agreeToRefund(seller, txid)
  await untilPaid(app, { txid, count: 1 })
}

/** The operator splits the amount between seller and buyer; waits until both are paid. */
export async function divideDispute(
  app: App,
  { txid, sellerAmount, note }: { txid: string; sellerAmount: string; note: string },
): Promise<void> {
  const { visitor } = await app.signIn('operator')
  const { id } = await app.untilRow<{ id: string }>(
    'the dispute is open',
    `select d.id from dispute d join escrow e on e.id = d."escrowId"
     where e."transactionId" = $1 and d.decision is null`,
    [txid],
  )
  const page = await visitor.get(`/admin-panel/disputes/${id}`)
  const values = { decision: 'split', sellerAmount, note }
  const sure = await visitor.submit(page, formWith(page, 'decision'), { values })
  await visitor.submit(sure, formWith(sure, 'sure'), {})
  await untilPaid(app, { txid, count: 2 })
}

async function untilPaid(app: App, { txid, count }: { txid: string; count: number }): Promise<void> {
  await app.untilRow(
    `${count} payments out of ${txid}`,
    `select 1 from transfer p join escrow e on e.id = p."escrowId"
     where e."transactionId" = $1 and p.state = 'confirmed' having count(*) = $2`,
    [txid, count],
  )
}
