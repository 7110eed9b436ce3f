import { hash, xdr } from '@stellar/stellar-sdk'
import { hex } from '#harbour/horizon/engine/envelope.ts'
import { BASE_FEE } from '#harbour/horizon/engine/fees.ts'
import { BASE_RESERVE } from '#harbour/horizon/ledger/account.ts'
import { toid } from '#harbour/horizon/ledger/toid.ts'
import { formatStroops } from '../amounts.ts'
import type { Json } from './json.ts'
import { link, pagedLink } from './links.ts'
import { timestamp, type View } from './view.ts'

export const PROTOCOL_VERSION = 27
export const MAX_TX_SET_SIZE = 1000

/** All lumens, in stroops, as on the public network. */
const TOTAL_COINS = 500_018_068_120_000_000n

export function ledgerResource(sequence: number, { base, network }: View): Json {
  const path = `/ledgers/${sequence}`
  const closedAt = network.closedAt(sequence)
  const busy = network.history.busyLedgerAt(sequence)
  const own = busy?.sequence === sequence ? busy : undefined
  const feePool = busy?.feePool ?? 0n
  const id = hex(ledgerHash(sequence, network))
  return {
    _links: {
      self: link(base, path),
      transactions: pagedLink(base, `${path}/transactions`),
      operations: pagedLink(base, `${path}/operations`),
      payments: pagedLink(base, `${path}/payments`),
      effects: pagedLink(base, `${path}/effects`),
    },
    id,
    paging_token: toid({ ledger: sequence }).toString(),
    hash: id,
    prev_hash: hex(ledgerHash(sequence - 1, network)),
    sequence,
    successful_transaction_count: own?.successful ?? 0,
    failed_transaction_count: own?.failed ?? 0,
    operation_count: own?.operations ?? 0,
    tx_set_operation_count: own?.allOperations ?? 0,
    closed_at: timestamp(closedAt),
    total_coins: formatStroops(TOTAL_COINS),
    fee_pool: formatStroops(feePool),
    base_fee_in_stroops: Number(BASE_FEE),
    base_reserve_in_stroops: Number(BASE_RESERVE),
    max_tx_set_size: MAX_TX_SET_SIZE,
    protocol_version: PROTOCOL_VERSION,
    header_xdr: header({ sequence, network, closedAt, feePool }).toXdr('base64'),
  }
}

/** Empty ledgers are not stored, so hashes cannot form a chain: each is computed from the ledger's number. */
function ledgerHash(sequence: number, { passphrase, origin }: Named): Uint8Array {
  return hash(`${passphrase}${origin} ; ledger ${sequence}`)
}

type Named = Pick<View['network'], 'passphrase' | 'origin'>
type Header = { sequence: number; network: Named; closedAt: Date; feePool: bigint }

function header({ sequence, network, closedAt, feePool }: Header): xdr.LedgerHeader {
  const nothing = new Uint8Array(32)
  return new xdr.LedgerHeader({
    ledgerVersion: PROTOCOL_VERSION,
    previousLedgerHash: ledgerHash(sequence - 1, network),
    scpValue: new xdr.StellarValue({
      txSetHash: nothing,
      closeTime: BigInt(closedAt.getTime() / 1000),
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: nothing,
    bucketListHash: nothing,
    ledgerSeq: sequence,
    totalCoins: TOTAL_COINS,
    feePool,
    inflationSeq: 0,
    idPool: 0n,
    baseFee: Number(BASE_FEE),
    baseReserve: Number(BASE_RESERVE),
    maxTxSetSize: MAX_TX_SET_SIZE,
    skipList: [nothing, nothing, nothing, nothing],
    ext: xdr.LedgerHeaderExt.v0(),
  })
}
