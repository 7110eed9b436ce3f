/**
 * What a validated XRP Ledger transaction brought to an account. Pure: the adapter and the tests share these functions.
 */
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '../ledger.ts'
import type { MetaAnswer, ValidatedTransaction } from './answers.ts'

const DROPS_PER_XRP = 1_000_000

/** Drops (1e-6 XRP) as XRP. */
export function fromDrops(drops: bigint | string): Decimal {
  return new Decimal(drops.toString()).div(DROPS_PER_XRP)
}

/**
 * What arrived on the account, or null. Of a Payment only `delivered_amount` counts, never `Amount`: a partial payment
 * may deliver almost nothing. XRP from an escrow or check for the account counts as a payment of its maker, with its
 * tag; XRP that arrives in any other way (a deleted account, a payment channel) needs a person's review.
 */
export function readPayment(transaction: ValidatedTransaction, account: string): LedgerPayment | null {
  const { tx_json: tx, meta } = transaction
  if (meta.TransactionResult !== 'tesSUCCESS') return null
  const arrival = tx.TransactionType === 'Payment' ? readDelivery(transaction, account) : readGain(transaction, account)
  if (arrival === null || !arrival.amount.gt(0)) return null
  return {
    network: 'xrpl',
    hash: transaction.hash,
    operation: '0',
    to: account,
    ledger: transaction.ledger_index,
    at: new Date(transaction.close_time_iso),
    ...arrival,
  }
}

/** The destination tag as our reference; 0 is a tag like any other, not the absence of one. */
export function readTag(fields: { DestinationTag?: number }): string | null {
  return fields.DestinationTag === undefined ? null : String(fields.DestinationTag)
}

type Arrival = Pick<LedgerPayment, 'from' | 'asset' | 'assetLabel' | 'amount' | 'memo' | 'needsReview' | 'claimed'>

function readDelivery(transaction: ValidatedTransaction, account: string): Arrival | null {
  const { tx_json: tx, meta } = transaction
  if (tx.Destination !== account || tx.Account === account) return null
  const delivered = meta.delivered_amount
  const about = { from: tx.Account, memo: readTag(tx), needsReview: false }
  if (typeof delivered === 'object') {
    return { ...about, asset: null, assetLabel: nameIssued(delivered), amount: new Decimal(delivered.value) }
  }
  // "unavailable" (partial payments before 2014) and negative values exist in public: the balance decides.
  if (delivered === undefined || !/^\d+$/.test(delivered)) return readGain(transaction, account)
  return { ...about, asset: 'XRP', assetLabel: 'XRP', amount: fromDrops(delivered) }
}

/** 'CODE:ISSUER', or the issuance id of a multi-purpose token. */
export function nameIssued(amount: Exclude<MetaAnswer['delivered_amount'], string | undefined>): string {
  return amount.mpt_issuance_id ?? `${amount.currency ?? 'unknown'}:${amount.issuer ?? 'unknown'}`
}

/** XRP by which the account's balance grew, without its own fee. */
function readGain(transaction: ValidatedTransaction, account: string): Arrival | null {
  const { tx_json: tx, meta } = transaction
  const nodes = meta.AffectedNodes.map(openNode)
  const change = xrpChange(transaction, account)
  const ownFee = tx.Account === account ? BigInt(tx.Fee) : 0n
  // Maker and tag are in the check, escrow or channel that was used up.
  const used = nodes.find(({ entry }) => ['Check', 'Escrow', 'PayChannel'].includes(entry.LedgerEntryType))
  const isClaimed = ['CheckCash', 'EscrowFinish'].includes(tx.TransactionType) && used?.fields?.Destination === account
  return {
    from: used?.fields?.Account ?? tx.Account,
    asset: 'XRP',
    assetLabel: 'XRP',
    amount: fromDrops(change + ownFee),
    memo: readTag(used?.fields ?? tx),
    needsReview: !isClaimed,
    ...(isClaimed && { claimed: used.entry.LedgerIndex }),
  }
}

/** Drops by which an account's balance changed, its own fee included. */
export function xrpChange({ meta }: ValidatedTransaction, account: string): bigint {
  return meta.AffectedNodes.map(openNode)
    .filter(({ entry, fields }) => entry.LedgerEntryType === 'AccountRoot' && fields?.Account === account)
    .reduce((sum, { entry, fields }) => {
      const before = entry.NewFields === undefined ? entry.PreviousFields?.Balance : '0'
      // Without a previous balance the balance did not change.
      return before === undefined ? sum : sum + readDrops(fields?.Balance) - readDrops(before)
    }, 0n)
}

function openNode(node: MetaAnswer['AffectedNodes'][number]) {
  const entry = 'ModifiedNode' in node ? node.ModifiedNode : 'CreatedNode' in node ? node.CreatedNode : node.DeletedNode
  return { entry, fields: entry.NewFields ?? entry.FinalFields }
}

function readDrops(balance: unknown): bigint {
  return typeof balance === 'string' && /^\d+$/.test(balance) ? BigInt(balance) : 0n
}
