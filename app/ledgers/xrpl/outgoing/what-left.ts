/** What a validated XRP Ledger transaction took from an account: asset and amount. Pure. */
import { z } from 'zod'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { OutgoingPayment } from '../../outgoing.ts'
import type { MetaAnswer, ValidatedTransaction } from '../answers.ts'
import { fromDrops, nameIssued, xrpChange } from '../payments.ts'

/** Drops by which the account's balance fell, without its own fee; 0 or less: it lost nothing. */
export function lossOf(transaction: ValidatedTransaction, account: string): bigint {
  const { tx_json: tx } = transaction
  return -xrpChange(transaction, account) - (tx.Account === account ? BigInt(tx.Fee) : 0n)
}

/**
 * Of a successful transaction. Counts what the account lost, not what arrived: a payment may convert currencies on its
 * way. Issued currencies are read only from the account's own payments.
 */
export function readWhatLeft(transaction: ValidatedTransaction, account: string): OutgoingPayment[] {
  const { tx_json: tx, meta } = transaction
  const to = tx.Destination ?? null
  const loss = lossOf(transaction, account)
  const xrp: OutgoingPayment[] = loss > 0n ? [{ to, asset: 'XRP', assetLabel: 'XRP', amount: fromDrops(loss) }] : []
  if (tx.TransactionType !== 'Payment' || tx.Account !== account) return xrp
  const left = [...xrp, ...linesLost(meta, account).map((lost) => ({ to, asset: null, ...lost }))]
  const delivered = meta.delivered_amount
  // A multi-purpose token has no trust line to read; none of them is converted on its way.
  if (left.length > 0 || typeof delivered !== 'object') return left
  return [{ to, asset: null, assetLabel: nameIssued(delivered), amount: new Decimal(delivered.value) }]
}

const amount = z.object({ currency: z.string(), issuer: z.string(), value: z.string() })
/** A trust line; the balance is seen from the low account. */
const line = z.object({ Balance: amount, LowLimit: amount, HighLimit: amount })
const previous = z.object({ Balance: amount })

function linesLost(meta: MetaAnswer, account: string): { assetLabel: string; amount: Decimal }[] {
  return meta.AffectedNodes.flatMap((node) => {
    const entry =
      'ModifiedNode' in node ? node.ModifiedNode : 'CreatedNode' in node ? node.CreatedNode : node.DeletedNode
    const fields = line.safeParse(entry.NewFields ?? entry.FinalFields).data
    if (entry.LedgerEntryType !== 'RippleState' || fields === undefined) return []
    const [low, high] = [fields.LowLimit.issuer, fields.HighLimit.issuer]
    if (account !== low && account !== high) return []
    const before = entry.NewFields === undefined ? previous.safeParse(entry.PreviousFields).data?.Balance.value : '0'
    if (before === undefined) return []
    const side = account === low ? 1 : -1
    const held = new Decimal(fields.Balance.value).mul(side)
    const lost = new Decimal(before).mul(side).minus(held)
    // Whoever owes it is the issuer.
    const issuer = held.lt(0) ? account : account === low ? high : low
    return lost.gt(0) ? [{ assetLabel: `${fields.Balance.currency}:${issuer}`, amount: lost }] : []
  })
}
