/** Payments that may arrive in another asset than they were sent in. */
import { xdr } from '@stellar/stellar-sdk'
import { addressKey, type Party, partyOf, plainParty } from '#harbour/horizon/engine/parties.ts'
import { type CreditOutcome, credit, type DebitOutcome, debit } from '#harbour/horizon/ledger/balances.ts'
import { type Exchange, quoteGiven, quoteReceived, settle, type Trade } from '#harbour/horizon/ledger/market.ts'
import { formatStroops } from '../amounts.ts'
import { type AssetName, assetFields, assetName, assetXdr, issuerOf, isValidAsset } from '../assets.ts'
import { note, type OperationRules, type Situation } from './rules.ts'

type Failure =
  | 'Malformed'
  | 'NoDestination'
  | 'TooFewOffers'
  | 'OfferCrossSelf'
  | 'limit'
  | Exclude<CreditOutcome | DebitOutcome, 'done'>

type Delivery = { trades: Trade[]; asset: AssetName; received: bigint }

type PathPayment = {
  source: Party
  destination: Party
  /** The assets from first to last, at least two. */
  path: AssetName[]
}

export function pathPaymentStrictSendRules(operation: xdr.PathPaymentStrictSendOp, source: Party): OperationRules {
  const payment = { source, destination: partyOf(operation.destination), path: fullPath(operation) }
  return {
    threshold: 'med',
    untouched: strictSendResult(emptyDelivery(payment), payment.destination),
    contrived: strictSendFailure('Underfunded'),
    flaw: () =>
      operation.sendAmount <= 0n || operation.destMin <= 0n || hasInvalidAsset(operation)
        ? strictSendFailure('Malformed')
        : null,
    apply(situation) {
      if (isMissing(situation, payment)) return strictSendFailure('NoDestination')
      const exchanges = quoteForward(situation, payment.path, operation.sendAmount)
      const delivered = carryOut(situation, payment, exchanges, operation.sendAmount, {
        isAcceptable: (received) => received >= operation.destMin,
      })
      return typeof delivered === 'string'
        ? strictSendFailure(delivered)
        : strictSendResult(delivered, payment.destination)
    },
  }
}

export function pathPaymentStrictReceiveRules(
  operation: xdr.PathPaymentStrictReceiveOp,
  source: Party,
): OperationRules {
  const payment = { source, destination: partyOf(operation.destination), path: fullPath(operation) }
  return {
    threshold: 'med',
    untouched: strictReceiveResult(emptyDelivery(payment), payment.destination),
    contrived: strictReceiveFailure('Underfunded'),
    flaw: () =>
      operation.sendMax <= 0n || operation.destAmount <= 0n || hasInvalidAsset(operation)
        ? strictReceiveFailure('Malformed')
        : null,
    apply(situation) {
      if (isMissing(situation, payment)) return strictReceiveFailure('NoDestination')
      const exchanges = quoteBackward(situation, payment.path, operation.destAmount)
      const given = exchanges?.[0]?.given ?? operation.destAmount
      if (given > operation.sendMax) return strictReceiveFailure('limit')
      const delivered = carryOut(situation, payment, exchanges, given, { isAcceptable: () => true })
      return typeof delivered === 'string'
        ? strictReceiveFailure(delivered)
        : strictReceiveResult(delivered, payment.destination)
    },
  }
}

function fullPath({
  sendAsset,
  path,
  destAsset,
}: Pick<xdr.PathPaymentStrictSendOp, 'sendAsset' | 'path' | 'destAsset'>) {
  return [sendAsset, ...path, destAsset].map(assetName)
}

function hasInvalidAsset({ sendAsset, path, destAsset }: Parameters<typeof fullPath>[0]): boolean {
  return ![sendAsset, ...path, destAsset].every(isValidAsset)
}

function isMissing({ draft }: Situation, { destination, path }: PathPayment): boolean {
  const burns = new Set(path).size === 1 && path.length === 2 && issuerOf(path[0] ?? 'native') === destination.address
  return !burns && draft.find(destination.address) === undefined
}

/** Each change of asset on the way, from what is sent; null when nobody trades one of the pairs. */
function quoteForward({ market }: Situation, path: AssetName[], sent: bigint): Exchange[] | null {
  const exchanges: Exchange[] = []
  let given = sent
  for (const pair of pairsOf(path)) {
    const received = quoteReceived(market, pair, given)
    if (received === null || received === 0n) return null
    exchanges.push({ ...pair, given, received })
    given = received
  }
  return exchanges
}

/** Each change of asset on the way, from what must arrive; null when nobody trades one of the pairs. */
function quoteBackward({ market }: Situation, path: AssetName[], delivered: bigint): Exchange[] | null {
  const exchanges: Exchange[] = []
  let received = delivered
  for (const pair of pairsOf(path).reverse()) {
    const given = quoteGiven(market, pair, received)
    if (given === null) return null
    exchanges.unshift({ ...pair, given, received })
    received = given
  }
  return exchanges
}

function pairsOf(path: AssetName[]): { from: AssetName; to: AssetName }[] {
  return path.flatMap((from, index) => {
    const to = path[index + 1]
    return to === undefined || to === from ? [] : [{ from, to }]
  })
}

function carryOut(
  situation: Situation,
  { source, destination, path }: PathPayment,
  exchanges: Exchange[] | null,
  given: bigint,
  { isAcceptable }: { isAcceptable(received: bigint): boolean },
): Delivery | Failure {
  const { draft, market } = situation
  const ledger = situation.ledger.sequence
  const [sent = 'native'] = path
  const asset = path.at(-1) ?? sent
  if (exchanges === null) return 'TooFewOffers'
  if (exchanges.length > 0 && market?.maker === source.address) return 'OfferCrossSelf'
  const debited = debit(draft, { address: source.address, asset: sent, amount: given, ledger })
  if (debited !== 'done') return debited
  const trades: Trade[] = []
  for (const exchange of exchanges) {
    const trade = settle(market, draft, exchange, ledger)
    if (trade === null) return 'TooFewOffers'
    trades.push(trade)
  }
  const received = exchanges.at(-1)?.received ?? given
  if (!isAcceptable(received)) return 'limit'
  const credited = credit(draft, { address: destination.address, asset, amount: received, ledger })
  if (credited !== 'done') return credited
  note(situation, destination, 'account_credited', { ...assetFields(asset), amount: formatStroops(received) })
  note(situation, source, 'account_debited', { ...assetFields(sent), amount: formatStroops(given) })
  for (const trade of trades) noteTrade(situation, source, trade)
  return { trades, asset, received }
}

function noteTrade(situation: Situation, payer: Party, { seller, sold, bought }: Trade): void {
  note(situation, payer, 'trade', {
    seller,
    offer_id: OFFER_ID.toString(),
    sold_amount: formatStroops(bought.amount),
    ...assetFields(bought.asset, 'sold_'),
    bought_amount: formatStroops(sold.amount),
    ...assetFields(sold.asset, 'bought_'),
  })
  note(situation, plainParty(seller), 'trade', {
    seller: payer.address,
    offer_id: OFFER_ID.toString(),
    sold_amount: formatStroops(sold.amount),
    ...assetFields(sold.asset, 'sold_'),
    bought_amount: formatStroops(bought.amount),
    ...assetFields(bought.asset, 'bought_'),
  })
}

/** The maker's offers are not entries on the ledger; they all show under this number. */
const OFFER_ID = 1n

function emptyDelivery({ path }: PathPayment): Delivery {
  return { trades: [], asset: path.at(-1) ?? 'native', received: 0n }
}

function successArm({ trades, asset, received }: Delivery, destination: Party) {
  return {
    offers: trades.map(({ seller, sold, bought }) =>
      xdr.ClaimAtom.claimAtomTypeOrderBook(
        new xdr.ClaimOfferAtom({
          sellerId: addressKey(seller),
          offerId: OFFER_ID,
          assetSold: assetXdr(sold.asset),
          amountSold: sold.amount,
          assetBought: assetXdr(bought.asset),
          amountBought: bought.amount,
        }),
      ),
    ),
    last: new xdr.SimplePaymentResult({
      destination: addressKey(destination.address),
      asset: assetXdr(asset),
      amount: received,
    }),
  }
}

function strictSendResult(delivery: Delivery, destination: Party): xdr.OperationResult {
  const success = new xdr.PathPaymentStrictSendResultSuccess(successArm(delivery, destination))
  return wrapSend(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(success))
}

function strictSendFailure(failure: Failure): xdr.OperationResult {
  return wrapSend(
    xdr.PathPaymentStrictSendResult[`pathPaymentStrictSend${failure === 'limit' ? 'UnderDestmin' : failure}`](),
  )
}

function wrapSend(result: xdr.PathPaymentStrictSendResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.pathPaymentStrictSend(result))
}

function strictReceiveResult(delivery: Delivery, destination: Party): xdr.OperationResult {
  const success = new xdr.PathPaymentStrictReceiveResultSuccess(successArm(delivery, destination))
  return wrapReceive(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(success))
}

function strictReceiveFailure(failure: Failure): xdr.OperationResult {
  return wrapReceive(
    xdr.PathPaymentStrictReceiveResult[`pathPaymentStrictReceive${failure === 'limit' ? 'OverSendmax' : failure}`](),
  )
}

function wrapReceive(result: xdr.PathPaymentStrictReceiveResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.pathPaymentStrictReceive(result))
}
