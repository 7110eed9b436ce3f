import type { Json } from './json.ts'
import { PROTOCOL_VERSION } from './ledger.ts'
import { link } from './links.ts'
import { timestamp, type View } from './view.ts'

const PAGE = '{?cursor,limit,order}'
const PAGE_WITH_FAILED = '{?cursor,limit,order,include_failed}'
const TRADED_PAIR = ['base', 'counter']
  .flatMap((side) => ['type', 'code', 'issuer'].map((field) => `${side}_asset_${field}`))
  .map((field) => `${field}={${field}}`)
  .join('&')

/** All endpoints, as Horizon lists them; those that the stand-in lacks answer 404. */
const PATHS = {
  account: '/accounts/{account_id}',
  accounts: '/accounts{?signer,sponsor,asset,liquidity_pool,cursor,limit,order}',
  account_transactions: `/accounts/{account_id}/transactions${PAGE}`,
  claimable_balances: '/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}',
  assets: '/assets{?asset_code,asset_issuer,cursor,limit,order}',
  effects: `/effects${PAGE}`,
  fee_stats: '/fee_stats',
  ledger: '/ledgers/{sequence}',
  ledgers: `/ledgers${PAGE}`,
  liquidity_pools: '/liquidity_pools{?reserves,account,cursor,limit,order}',
  offer: '/offers/{offer_id}',
  offers: '/offers{?selling,buying,seller,sponsor,cursor,limit,order}',
  operation: '/operations/{id}',
  operations: `/operations${PAGE_WITH_FAILED}`,
  order_book:
    '/order_book{?selling_asset_type,selling_asset_code,selling_asset_issuer,buying_asset_type,buying_asset_code,buying_asset_issuer,limit}',
  payments: `/payments${PAGE_WITH_FAILED}`,
  self: '/',
  strict_receive_paths:
    '/paths/strict-receive{?source_assets,source_account,destination_account,destination_asset_type,destination_asset_issuer,destination_asset_code,destination_amount}',
  strict_send_paths:
    '/paths/strict-send{?destination_account,destination_assets,source_asset_type,source_asset_issuer,source_asset_code,source_amount}',
  trade_aggregations: `/trade_aggregations?${TRADED_PAIR}`,
  trades: `/trades?${TRADED_PAIR}`,
  transaction: '/transactions/{hash}',
  transactions: `/transactions${PAGE}`,
}

export function rootResource({ base, network, latest, elder }: View): Json {
  return {
    _links: Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, link(base, path)])),
    horizon_version: '28.0.0-quayside-harbour',
    core_version: 'stellar-core 27.0.0 (quayside harbour)',
    ingest_latest_ledger: latest,
    history_latest_ledger: latest,
    history_latest_ledger_closed_at: timestamp(network.closedAt(latest)),
    history_elder_ledger: elder,
    core_latest_ledger: network.latest,
    network_passphrase: network.passphrase,
    current_protocol_version: PROTOCOL_VERSION,
    supported_protocol_version: PROTOCOL_VERSION,
    core_supported_protocol_version: PROTOCOL_VERSION,
  }
}
