/** What an operation of a Stellar transaction took from an account: asset, amount and recipient. Pure. */
import type { Issuers } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { OutgoingPayment } from '../../outgoing.ts'
import { horizonAmount, type OwnOperation, type OwnTransactionAnswer } from '../answers.ts'
import { type AssetFields, assetOfFields, typeOf } from '../assets.ts'

export type OutgoingView = {
  account: string
  issuers: Issuers
  /** From the binary results: Horizon's fields do not have it. */
  mergedAmount: (resultXdr: string, operationIndex: number) => Decimal
  soldAtOnce: (resultXdr: string, operationIndex: number) => { to: string | null; asset: string; amount: Decimal }[]
  failureCode: (resultXdr: string) => string
  fromStroops: (stroops: string) => Decimal
}

/** For an operation of a successful transaction that takes from the account (`takesFrom`). */
export function readWhatLeft(
  operation: OwnOperation,
  transaction: OwnTransactionAnswer,
  view: OutgoingView,
): OutgoingPayment[] {
  const { account, issuers } = view
  const moved = (to: string | null | undefined, fields: AssetFields, amount: string | undefined) =>
    movement(to ?? null, fields, { amount, issuers })
  switch (operation.type) {
    case 'create_account':
      return [moved(operation.account, NATIVE, operation.starting_balance)]
    case 'account_merge': {
      const amount = view.mergedAmount(transaction.result_xdr, placeOf(operation))
      return [moved(operation.into, NATIVE, amount.toFixed())]
    }
    case 'path_payment_strict_send':
    case 'path_payment_strict_receive':
      // `amount` and `asset_*` are what arrived; the account may have paid another asset.
      return [moved(operation.to, sourceAsset(operation), operation.source_amount ?? operation.amount)]
    case 'create_claimable_balance':
      return [moved(onlyClaimant(operation, account), canonical(operation.asset), operation.amount)]
    case 'clawback':
      // The issuer claws it back. Clawbacks that the account itself makes take from others.
      return operation.from === account ? [moved(operation.source_account, operation, operation.amount)] : []
    case 'manage_sell_offer':
    case 'manage_buy_offer':
    case 'create_passive_sell_offer':
      // `amount` is the offer. What nobody bought at once has not left yet.
      return view
        .soldAtOnce(transaction.result_xdr, placeOf(operation))
        .map(({ to, asset, amount }) => moved(to, canonical(asset), amount.toFixed()))
    case 'liquidity_pool_deposit':
      return (operation.reserves_deposited ?? []).map(({ asset, amount }) => moved(null, canonical(asset), amount))
    case 'invoke_host_function':
      return (operation.asset_balance_changes ?? [])
        .filter((change) => change.from === account)
        .map((change) => moved(change.to, change, change.amount))
    default:
      // Settings, trust lines and the like have no amount.
      if (operation.amount === undefined) return []
      return [moved(operation.to, operation.asset ? canonical(operation.asset) : operation, operation.amount)]
  }
}

const NATIVE: AssetFields = { asset_type: 'native' }

function sourceAsset(operation: OwnOperation): AssetFields {
  const { source_asset_type: asset_type, source_asset_code: asset_code, source_asset_issuer: asset_issuer } = operation
  return asset_type === undefined ? operation : { asset_type, asset_code, asset_issuer }
}

function canonical(asset: string | undefined): AssetFields {
  if (asset === undefined) return {}
  const [asset_code = '', asset_issuer] = asset.split(':')
  if (asset_issuer === undefined) return { asset_type: asset_code }
  return { asset_type: typeOf(asset_code), asset_code, asset_issuer }
}

/** Null where several may claim it: it has no owner yet. The account itself is not counted: it may reclaim it. */
function onlyClaimant({ claimants = [] }: OwnOperation, account: string): string | null {
  const others = claimants.map(({ destination }) => destination).filter((address) => address !== account)
  return others.length === 1 ? (others[0] ?? null) : null
}

/** From 0: the low 12 bits of an operation's id are its place in the transaction, counted from 1 (SEP-35). */
function placeOf({ id }: OwnOperation): number {
  return Number(BigInt(id) & 0xfffn) - 1
}

function movement(
  to: string | null,
  fields: AssetFields,
  { amount, issuers }: { amount: string | undefined; issuers: Issuers },
): OutgoingPayment {
  const readable = horizonAmount.safeParse(amount)
  const { asset_type: type, asset_code: code, asset_issuer: issuer } = fields
  const asset = assetOfFields(fields, issuers)
  return {
    to,
    // An unreadable amount is no payment of ours, but is shown.
    asset: readable.success ? asset : null,
    assetLabel: asset ?? `${code ?? type ?? 'unknown'}:${issuer ?? 'unknown'}`,
    amount: new Decimal(readable.success ? readable.data : 0),
  }
}
