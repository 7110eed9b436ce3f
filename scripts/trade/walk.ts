/** One whole trade through the running app, from two registrations to the released funds. */
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type BalanceLine, compare, readHoldings } from './balances.ts'
import { type HarbourClient, playAddress } from './harbour.ts'
import { contract, shippingDocuments } from './papers.ts'
import {
  approve,
  confirmEmail,
  confirmShipment,
  newEmail,
  openEscrow,
  type Person,
  quoteFee,
  register,
  until,
  untilFeeIsPaid,
  untilFunded,
  untilReleased,
} from './steps.ts'

export type Site = { origin: string; harbour: HarbourClient }

/** Called after each step: what was done, and a detail. */
export type Tell = (step: string, detail: string) => void

/** Large enough that the fee is above its minimum. */
const WORTH_USD = '48000'
const COUPON = 'HARBOR5'
const AMOUNTS: Record<Asset, string> = { XLM: '4125.1234567', XRP: '2150.654321', USDC: '1875.5' }

/** Returns the balances, right or wrong; throws at the first failing step. */
export async function walkTrade(site: Site, asset: Asset, tell: Tell): Promise<BalanceLine[]> {
  const { harbour } = site
  const network = networkOf(asset)
  const wallet = playAddress('seller', asset)
  const amount = AMOUNTS[asset]
  const start = { holdings: await readHoldings(harbour), ledger: await harbour.newestLedger(network) }

  const buyer = await register(site.origin, { role: 'buyer' })
  tell('The buyer registers', buyer.email)
  await confirmEmail(buyer, harbour)
  tell('confirms the address', 'so that the seller can be invited')
  const fee = await quoteFee(buyer, { asset, amountUsd: WORTH_USD, couponCode: COUPON })
  tell('gets a fee quote', `${fee.amount} ${asset} for a trade of $${WORTH_USD}, coupon ${COUPON}`)
  const feePaid = await harbour.pay({ from: 'buyer', uri: fee.uri })
  tell('pays it from the wallet', feePaid.hash)
  await untilFeeIsPaid(buyer)
  tell('is unlocked', 'Payment confirmed!')

  const seller = { email: newEmail('seller') }
  const opening = { asset, amount, sellerEmail: seller.email, wallet, contract: contract(`${amount} ${asset}`) }
  const escrow = await openEscrow(buyer, opening)
  tell('opens an escrow', escrow.txid)
  const deposit = await harbour.pay({ from: 'buyer', uri: escrow.uri })
  tell('pays the deposit', deposit.hash)
  await untilFunded(buyer, escrow.page)
  tell('The escrow is funded', `${amount} ${asset}`)

  const sellerPerson = await register(site.origin, { role: 'seller', email: seller.email })
  tell('The seller registers', seller.email)
  await confirmEmail(sellerPerson, harbour)
  tell('confirms the address', 'by the link of the first letter')
  await confirmShipment(sellerPerson, { txid: escrow.txid, wallet, files: shippingDocuments() })
  tell('confirms the shipment', 'three documents, one image, the payout wallet')
  await approve(buyer, escrow.txid)
  tell('The buyer approves', 'in two steps')
  const released = await untilReleased(buyer, escrow.txid)
  tell('The seller is paid', released.hash)
  await expectOnePayment(harbour, { asset, wallet, after: start.ledger, hash: released.hash })
  await untilMailsAre(site, { buyer, seller: sellerPerson })
  tell('The mails are there', 'six to the buyer, five to the seller')

  const [buyerFees, escrowFees] = await Promise.all([
    harbour.networkFees({ network, account: playAddress('buyer', asset), after: start.ledger }),
    harbour.networkFees({ network, account: playAddress('escrow', asset), after: start.ledger }),
  ])
  return compare(start.holdings, await readHoldings(harbour), {
    asset,
    fee: new Decimal(fee.amount),
    escrow: new Decimal(amount),
    networkFees: { buyer: buyerFees, escrow: escrowFees },
  })
}

type Payout = { asset: Asset; wallet: string; after: number; hash: string }

/** Throws unless the ledger has exactly one payment of the platform to the seller: the one that the page shows. */
async function expectOnePayment(harbour: HarbourClient, { asset, wallet, after, hash }: Payout): Promise<void> {
  const payments = await harbour.paymentsTo({ network: networkOf(asset), account: wallet, after })
  const escrow = playAddress('escrow', asset)
  const hashes = payments.filter(({ from }) => from === escrow).map((payment) => payment.hash)
  if (hashes.length === 1 && hashes[0] === hash) return
  throw new Error(`The ledger holds other payments to the seller than ${hash}: ${hashes.join(', ') || 'none'}`)
}

/** With trade deadlines: emails name the deadline that runs. */
const MAILS = {
  buyer: ['Welcome to Quayside', 'Receipt', 'Fund by', 'presents the documents by', 'Decide by', 'Released'],
  seller: ['Welcome to Quayside', 'An escrow of', 'Present the documents by', 'The buyer approved', 'Released'],
}

async function untilMailsAre({ harbour }: Site, people: { buyer: Person; seller: Person }): Promise<void> {
  for (const role of ['buyer', 'seller'] as const) {
    await until({ what: `the mails to the ${role} arrive`, pauseMs: 300 }, async () => {
      const subjects = (await harbour.mails(people[role].email)).map(({ subject }) => subject)
      const isComplete = MAILS[role].every((words) => subjects.some((subject) => subject.includes(words)))
      return isComplete && subjects.length === MAILS[role].length ? subjects : null
    })
  }
}
