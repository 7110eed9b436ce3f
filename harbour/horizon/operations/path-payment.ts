/** Payments that may arrive in another asset than the one sent. */
import { StrKey, xdr } from '@stellar/stellar-sdk'
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
  /** The assets in order, at least two. */
  path: AssetName[]
}

/** In the order of stellar-core's checks (PathPaymentStrictSendOpFrame): the payer, each exchange, what arrives. */
export function pathPaymentStrictSendRules(operation: xdr.PathPaymentStrictSendOp, source: Party): OperationRules {
  const payment = { source, destination: partyOf(operation.destination), path: fullPath(operation) }
  return {
    threshold: 'med',
    untouched: strictSendResult(NOTHING_DELIVERED, NOBODY),
    contrived: strictSendFailure('Underfunded'),
    flaw: () =>
      operation.sendAmount <= 0n || operation.destMin <= 0n || hasInvalidAsset(operation)
        ? strictSendFailure('Malformed')
        : null,
    apply(situation) {
      const outcome = sendExactly(situation, payment, operation)
      return typeof outcome === 'string' ? strictSendFailure(outcome) : strictSendResult(outcome, payment.destination)
    },
  }
}

function sendExactly(
  situation: Situation,
  payment: PathPayment,
  { sendAmount, destMin }: xdr.PathPaymentStrictSendOp,
): Delivery | Failure {
  const { draft, market } = situation
  const ledger = situation.ledger.sequence
  const { source, destination, path } = payment
  if (isMissing(situation, payment)) return 'NoDestination'
  const debited = debit(draft, { address: source.address, asset: firstOf(path), amount: sendAmount, ledger })
  if (debited !== 'done') return debited
  const trades: Trade[] = []
  let received = sendAmount
  for (const pair of pairsOf(path)) {
    const given = received
    received = quoteReceived(market, pair, given) ?? 0n
    const trade = received === 0n ? 'TooFewOffers' : exchange(situation, source, { ...pair, given, received })
    if (typeof trade === 'string') return trade
    trades.push(trade)
  }
  if (received < destMin) return 'limit'
  const asset = lastOf(path)
  const credited = credit(draft, { address: destination.address, asset, amount: received, ledger })
  if (credited !== 'done') return credited
  noteDelivery(situation, payment, { trades, given: sendAmount, received })
  return { trades, asset, received }
}

/** In the order of stellar-core's checks (PathPaymentStrictReceiveOpFrame): the receiver, each exchange, the payer. */
export function pathPaymentStrictReceiveRules(
  operation: xdr.PathPaymentStrictReceiveOp,
  source: Party,
): OperationRules {
  const payment = { source, destination: partyOf(operation.destination), path: fullPath(operation) }
  return {
    threshold: 'med',
    untouched: strictReceiveResult(NOTHING_DELIVERED, NOBODY),
    contrived: strictReceiveFailure('Underfunded'),
    flaw: () =>
      operation.sendMax <= 0n || operation.destAmount <= 0n || hasInvalidAsset(operation)
        ? strictReceiveFailure('Malformed')
        : null,
    apply(situation) {
      const outcome = receiveExactly(situation, payment, operation)
      return typeof outcome === 'string'
        ? strictReceiveFailure(outcome)
        : strictReceiveResult(outcome, payment.destination)
    },
  }
}

function receiveExactly(
  situation: Situation,
  payment: PathPayment,
  { destAmount, sendMax }: xdr.PathPaymentStrictReceiveOp,
): Delivery | Failure {
  const { draft, market } = situation
  const ledger = situation.ledger.sequence
  const { source, destination, path } = payment
  if (isMissing(situation, payment)) return 'NoDestination'
  const asset = lastOf(path)
  const credited = credit(draft, { address: destination.address, asset, amount: destAmount, ledger })
  if (credited !== 'done') return credited
  const trades: Trade[] = []
  let given = destAmount
  for (const pair of pairsOf(path).reverse()) {
    const received = given
    const cost = quoteGiven(market, pair, received)
    const trade = cost === null ? 'TooFewOffers' : exchange(situation, source, { ...pair, given: cost, received })
    if (typeof trade === 'string') return trade
    given = cost ?? given
    trades.unshift(trade)
  }
  if (given > sendMax) return 'limit'
  const debited = debit(draft, { address: source.address, asset: firstOf(path), amount: given, ledger })
  if (debited !== 'done') return debited
  noteDelivery(situation, payment, { trades, given, received: destAmount })
  return { trades, asset, received: destAmount }
}

function fullPath({
  sendAsset,
  path,
  destAsset,
}: Pick<xdr.PathPaymentStrictSendOp, 'sendAsset' | 'path' | 'destAsset'>) {
  return [sendAsset, ...path, destAsset].map(assetName)
}

function firstOf(path: AssetName[]): AssetName {
  return path[0] ?? 'native'
}

function lastOf(path: AssetName[]): AssetName {
  return path.at(-1) ?? 'native'
}

function hasInvalidAsset({ sendAsset, path, destAsset }: Parameters<typeof fullPath>[0]): boolean {
  return ![sendAsset, ...path, destAsset].every(isValidAsset)
}

function isMissing({ draft }: Situation, { destination, path }: PathPayment): boolean {
  const burns = new Set(path).size === 1 && path.length === 2 && issuerOf(firstOf(path)) === destination.address
  return !burns && draft.find(destination.address) === undefined
}

function pairsOf(path: AssetName[]): { from: AssetName; to: AssetName }[] {
  return path.flatMap((from, index) => {
    const to = path[index + 1]
    return to === undefined || to === from ? [] : [{ from, to }]
  })
}

/** Exchanges one asset for the next one of the path, with the maker. */
function exchange({ draft, market, ledger }: Situation, source: Party, wanted: Exchange): Trade | Failure {
  if (market?.maker === source.address) return 'OfferCrossSelf'
  return settle(market, draft, wanted, ledger.sequence) ?? 'TooFewOffers'
}

function noteDelivery(
  situation: Situation,
  { source, destination, path }: PathPayment,
  { trades, given, received }: { trades: Trade[]; given: bigint; received: bigint },
): void {
  const credited = { ...assetFields(lastOf(path)), amount: formatStroops(received) }
  note(situation, destination, 'account_credited', credited)
  note(situation, source, 'account_debited', { ...assetFields(firstOf(path)), amount: formatStroops(given) })
  for (const trade of trades) noteTrade(situation, source, trade)
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

/** The maker's offers are not entries on the ledger; all of them have this number. */
const OFFER_ID = 1n

/** Placeholder in the results of a payment that was not tried: the blank values of the XDR. */
const NOTHING_DELIVERED: Delivery = { trades: [], asset: 'native', received: 0n }
const NOBODY = plainParty(StrKey.encodeEd25519PublicKey(Buffer.alloc(32)))

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
