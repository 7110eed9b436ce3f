/** The demo buyer's and seller's escrows, one in each stage that people can meet, for pages to show. */
import { Decimal } from '#app/kernel/domain/money.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { callOff, proposeShares } from '#scripts/trade/settle.ts'
import { approve, confirmShipment, type Opening, openEscrow, type Person } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { untilFunded, untilReleased } from '#tests/support/app/app-moments.ts'
import { endOtherwise, isOtherEnd } from './other-ends.ts'

const STAGES = [
  'unfunded',
  'short',
  'funded',
  'confirmed',
  'rejected',
  'released',
  'refundRequested',
  'refunded',
  'cancelled',
  'excess',
  'disputed',
  'split',
] as const

type Stage = (typeof STAGES)[number]

/** The escrow ID of each stage, and the path of the link that invited the unfunded one's seller. */
export type SampleTrades = Record<Stage | 'invitation', string>

const OPENINGS: Record<Stage, Pick<Opening, 'asset' | 'amount'>> = {
  unfunded: { asset: 'XLM', amount: '412.5' },
  short: { asset: 'USDC', amount: '980' },
  funded: { asset: 'XRP', amount: '230.654321' },
  confirmed: { asset: 'XLM', amount: '4125' },
  rejected: { asset: 'USDC', amount: '1875.5' },
  released: { asset: 'XRP', amount: '150' },
  refundRequested: { asset: 'USDC', amount: '640.25' },
  refunded: { asset: 'XLM', amount: '77.7' },
  cancelled: { asset: 'XRP', amount: '60' },
  excess: { asset: 'XLM', amount: '500' },
  disputed: { asset: 'XLM', amount: '350' },
  split: { asset: 'USDC', amount: '1000' },
}

/** Brings each escrow to its stage. Takes some seconds, mostly for ledgers. */
export async function prepareTrades(app: App): Promise<SampleTrades> {
  const trades = await prepareStages(app, STAGES)
  const seller = await app.signIn('seller')
  return { ...trades, invitation: await invitationTo(app, { seller, txid: trades.unfunded }) }
}

/** The same for these stages alone. Returns their escrow IDs. */
export async function prepareStages<Asked extends Stage>(
  app: App,
  stages: readonly Asked[],
): Promise<Record<Asked, string>> {
  const buyer = await app.signIn('paid.buyer')
  const seller = await app.signIn('seller')
  // Opened one after another, so that lists show them in this order; then they proceed at once.
  const opened: Opened[] = []
  for (const stage of stages) opened.push(await open({ buyer, seller, stage }))
  await Promise.all(opened.map((trade) => walk(app, trade)))
  return Object.fromEntries(opened.map(({ stage, txid }) => [stage, txid])) as Record<Asked, string>
}

async function invitationTo(app: App, { seller, txid }: { seller: Person; txid: string }): Promise<string> {
  const sent = `select 1 from outbox_letter
    where content->>'letter' = 'escrow_opened' and content->>'txid' = $1 and "sentAt" is not null`
  await app.untilRow('the invitation is sent', sent, [txid])
  const texts = (await app.harbour.mails(seller.email)).map(({ text }) => text ?? '')
  const [path] = /\/invitation\?token=[\w-]+/.exec(texts.find((text) => text.includes(txid)) ?? '') ?? []
  if (!path) throw new Error('The letter to the seller has no invitation')
  return path
}

type Walk = { buyer: Person; seller: Person; stage: Stage }
type Opened = Walk & { txid: string; uri: string }

async function open({ buyer, seller, stage }: Walk): Promise<Opened> {
  const { asset, amount } = OPENINGS[stage]
  const { txid, uri } = await openEscrow(buyer, {
    asset,
    amount,
    sellerEmail: seller.email,
    wallet: playAddress('seller', asset),
    contract: contract(`${amount} ${asset}`),
  })
  return { buyer, seller, stage, txid, uri }
}

async function walk(app: App, { buyer, seller, stage, txid, uri }: Opened): Promise<void> {
  const { asset, amount } = OPENINGS[stage]
  if (stage === 'unfunded') return
  if (stage === 'short' || stage === 'cancelled') {
    await app.harbour.pay({ from: 'buyer', uri: uri.replace(/amount=[\d.]+/, `amount=${new Decimal(amount).div(2)}`) })
    await app.untilRow('half arrives', 'select 1 from escrow where "transactionId" = $1 and "receivedAmount" > 0', [
      txid,
    ])
    if (stage === 'cancelled') await callOff(buyer, { txid, wallet: playAddress('buyer', asset) })
    return
  }
  if (stage === 'excess') {
    const paid = new Decimal(amount).plus('12.5')
    await app.harbour.pay({ from: 'buyer', uri: uri.replace(/amount=[\d.]+/, `amount=${paid}`) })
  } else await app.harbour.pay({ from: 'buyer', uri })
  await untilFunded(app, txid)
  if (stage === 'funded' || stage === 'excess') return
  if (isOtherEnd(stage)) return endOtherwise(app, { buyer, seller, txid, asset, stage })

  // Another wallet than the buyer expects: the pages compare the two.
  const wallet = playAddress(stage === 'confirmed' ? 'second-buyer' : 'seller', asset)
  await confirmShipment(seller, { txid, wallet, files: shippingDocuments() })
  if (stage === 'rejected') {
    await reject(buyer, txid)
    const refundAddress = playAddress('buyer', asset)
    await proposeShares(buyer, { txid, sellerAmount: '1500', words: 'As they are, for less.', refundAddress })
  }
  if (stage === 'released') {
    await approve(buyer, txid)
    await untilReleased(app, txid)
  }
}

async function reject({ visitor }: Person, txid: string): Promise<void> {
  const page = await visitor.get(`/transaction-lookup?txid=${txid}`)
  const reason = 'The bill of lading names another port of discharge than the contract.'
  const form = formWith(page, 'approval')
  // One of the presented documents is discrepant.
  const meant = form.fields.filter(({ name, value }) => name !== 'rejected' || value === 'BillOfLading')
  const values = { approval: 'Rejected', reason, rejected: true }
  await visitor.submit(page, { ...form, fields: meant }, { values, press: 'review' })
}
