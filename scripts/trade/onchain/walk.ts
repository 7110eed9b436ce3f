/** Whole ledger-held trades, from two registrations to each possible end. */

import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import type { BalanceLine } from '../balances.ts'
import { type HarbourClient, playAddress } from '../harbour.ts'
import { contract, shippingDocuments } from '../papers.ts'
import { agreeToRefund, agreeToShares, askForRefund, proposeShares } from '../settle.ts'
import {
  confirmEmail,
  confirmShipment,
  newEmail,
  type Person,
  quoteFee,
  register,
  signIn,
  until,
  untilFeeIsPaid,
} from '../steps.ts'
import type { Site, Tell } from '../walk.ts'
import { compareOnchain, readPosition } from './balances.ts'
import {
  agreeToOnchain,
  approveOnchain,
  claimBack,
  depositMoney,
  type OnchainEnd,
  openOnchain,
  signClosing,
  signSettlement,
  takeShare,
  untilDeposited,
  untilEnded,
} from './steps.ts'

/** More than the value of the deposit at any price of the harbour. */
const WORTH_USD = '900'
const AMOUNTS: Record<Asset, string> = { XLM: '125.1234567', XRP: '50.654321', USDC: '75.5' }
const SHARES: Record<Asset, string> = { XLM: '100.0234567', XRP: '0', USDC: '60.25' }
/** The form's minimum, plus a day. */
const DAYS_AHEAD = 15
const DAY_MS = 86_400_000
/** Ten minutes after the deadline, plus a minute. */
const CLOSED_AFTER_MS = 660_000
/** Reserves of an account: two for itself, one for each signer, one for a trustline. */
const LENT: Record<Asset, number> = { XLM: 5, XRP: 0, USDC: 6 }

/** The ends before the deadline. */
type Way = Extract<OnchainEnd, 'released' | 'refunded' | 'divided'>
const WAYS: Record<'stellar' | 'xrpl', readonly Way[]> = {
  stellar: ['released', 'refunded', 'divided'],
  xrpl: ['released'],
}

/** The lines of one way to an end: all have to be right. */
export type OnchainTable = { title: string; lines: BalanceLine[] }

/**
 * Returns the balances, right or wrong, for each end by itself; throws at the first failing step. The expiry comes
 * last: it moves the clock of app and ledgers by half a month.
 */
export async function walkOnchain(site: Site, asset: Asset, tell: Tell): Promise<OnchainTable[]> {
  const buyer = await register(site.origin, { role: 'buyer' })
  await confirmEmail(buyer, site.harbour)
  tell('The buyer registers', buyer.email)
  const seller = await register(site.origin, { role: 'seller', email: newEmail('seller') })
  await confirmEmail(seller, site.harbour)
  tell('The seller registers', seller.email)
  const walk: Walk = { site, asset, tell, buyer, seller }
  const tables: OnchainTable[] = []
  for (const way of WAYS[networkOf(asset)]) tables.push(await counted(walk, way, () => walkTo(walk, way)))
  tables.push(await counted(walk, 'the date', () => walkToDate(walk)))
  return tables
}

type Walk = { site: Site; asset: Asset; tell: Tell; buyer: Person; seller: Person }

/** The fee paid, the seller's share, and the reserves that stay lent until the account is closed. */
type Outcome = { fee: Decimal; toSeller: Decimal; lent: number }

async function counted(walk: Walk, title: string, work: () => Promise<Outcome[]>): Promise<OnchainTable> {
  const { asset, site } = walk
  const before = await readPosition(site.harbour, asset)
  const outcomes = await work()
  const fees = Decimal.sum(0, ...outcomes.map(({ fee }) => fee))
  const toSeller = Decimal.sum(0, ...outcomes.map((one) => one.toSeller))
  const lent = outcomes.reduce((sum, one) => sum + one.lent, 0)
  return { title, lines: await compareOnchain(site.harbour, before, { asset, fees, toSeller, lent }) }
}

async function walkTo(walk: Walk, way: Way): Promise<Outcome[]> {
  const { asset, site, tell, buyer, seller } = walk
  const { harbour } = site
  const { txid, fee } = await walkToDeposit(walk)
  if (way === 'refunded') {
    await askForRefund(buyer, { txid, reason: 'The vessel was cancelled.' })
    await agreeToRefund(seller, txid)
    tell('The seller agrees', 'to give the money back')
    await signSettlement(seller, harbour, { txid, from: 'seller' })
    tell('and signs the way back', 'Quayside’s signature follows')
  } else {
    await present(walk, txid)
    if (way === 'divided') {
      await proposeShares(buyer, { txid, sellerAmount: SHARES[asset], words: 'Two bags are torn.' })
      await agreeToShares(seller, txid)
      tell('Both agree to share', `${SHARES[asset]} ${asset} for the seller`)
    } else {
      await approveOnchain(buyer, harbour, { txid, network: networkOf(asset) })
      tell('The buyer approves', networkOf(asset) === 'stellar' ? 'by the wallet’s signature' : 'in two steps')
    }
    if (way === 'divided' && networkOf(asset) === 'stellar') {
      await signSettlement(buyer, harbour, { txid, from: 'buyer' })
      tell('The buyer signs', 'Quayside’s signature follows')
    }
  }
  tell(`It is ${way}`, await untilEnded(buyer, { txid, end: way }))
  if (way === 'divided') {
    await takeShare(seller, harbour, { txid, from: 'seller' })
    await takeShare(buyer, harbour, { txid, from: 'buyer' })
    tell('Both take their shares', 'each with the own wallet')
  }
  const amounts = { released: AMOUNTS[asset], refunded: '0', divided: SHARES[asset] }
  return [{ fee, toSeller: new Decimal(amounts[way]), lent: LENT[asset] }]
}

/** Nobody acts any more. On the XRP Ledger also an agreed refund, which waits for the deadline. */
async function walkToDate(walk: Walk): Promise<Outcome[]> {
  const { asset, site, tell, seller } = walk
  const { harbour } = site
  const heldUntil = writeDay(new Date((await harbour.now()).getTime() + DAYS_AHEAD * DAY_MS))
  const silent = await walkToDeposit(walk, heldUntil)
  const trades = [silent]
  if (networkOf(asset) === 'xrpl') {
    const agreed = await walkToDeposit(walk, heldUntil)
    trades.push(agreed)
    await askForRefund(walk.buyer, { txid: agreed.txid, reason: 'The vessel was cancelled.' })
    await agreeToRefund(seller, agreed.txid)
    tell('The seller agrees', 'to give the money back, which waits for the date')
  }
  await harbour.passBy(new Date(`${heldUntil}T23:59:01Z`))
  tell('The date passes', heldUntil)
  const buyer = await signIn(site.origin, walk.buyer)
  if (networkOf(asset) === 'stellar') {
    await claimBack(buyer, harbour, silent)
    tell('The buyer claims', 'and signs')
    await signClosing(buyer, harbour, { txid: silent.txid, from: 'buyer' })
    tell('The buyer signs', 'the closing of the account as well')
  }
  for (const { txid } of trades) tell('It is expired', await untilEnded(buyer, { txid, end: 'expired' }))
  if (networkOf(asset) === 'stellar') {
    const keeper = playAddress('keeper', asset)
    const lent = await harbour.sponsoring(keeper)
    await harbour.passBy(new Date((await harbour.now()).getTime() + CLOSED_AFTER_MS))
    await until({ what: 'the account is closed' }, async () => (await harbour.sponsoring(keeper)) < lent || null)
    tell('The account is closed', 'and its reserves are back')
  }
  return trades.map(({ fee }) => ({ fee, toSeller: new Decimal(0), lent: 0 }))
}

async function walkToDeposit(walk: Walk, heldUntil?: string): Promise<{ txid: string; fee: Decimal }> {
  const { asset, site, tell, buyer, seller } = walk
  const { harbour } = site
  const amount = AMOUNTS[asset]
  const fee = await payFee(buyer, harbour, asset)
  if (!fee.isZero()) tell('The buyer pays the fee', `${fee} ${asset}`)
  const papers = { sellerEmail: seller.email, contract: contract(`${amount} ${asset}`) }
  const txid = await openOnchain(buyer, { asset, amount, ...papers, ...(heldUntil && { heldUntil }) })
  tell('opens an escrow', txid)
  await agreeToOnchain(seller, { txid, asset })
  tell('The seller agrees', 'to contract and date, and states the wallet')
  await depositMoney(buyer, harbour, { txid, asset })
  await untilDeposited(buyer, { txid })
  tell('The buyer locks', `${amount} ${asset}`)
  return { txid, fee }
}

/** Returns the fee; 0: an earlier fee still covers this escrow. */
async function payFee(buyer: Person, harbour: HarbourClient, asset: Asset): Promise<Decimal> {
  const { forms } = await buyer.visitor.get('/submit')
  if (forms.some(({ fields }) => fields.some(({ name }) => name === 'sellerEmail'))) return new Decimal(0)
  // After a jump of the clock, prices are read again within a minute.
  const quote = await until({ what: 'a quote of the fee' }, () =>
    quoteFee(buyer, { asset, amountUsd: WORTH_USD, couponCode: '' }).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('There is no payment request')) return null
      throw error
    }),
  )
  await harbour.pay({ from: 'buyer', uri: quote.uri })
  await untilFeeIsPaid(buyer)
  return new Decimal(quote.amount)
}

async function present({ asset, tell, seller }: Walk, txid: string): Promise<void> {
  await confirmShipment(seller, { txid, wallet: playAddress('seller', asset), files: shippingDocuments() })
  tell('The seller confirms', 'three documents, one image')
}
