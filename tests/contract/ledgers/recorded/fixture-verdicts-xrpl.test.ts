/**
 * Every recorded XRP Ledger transaction that pays, or seems to, gets the right verdict from the adapter's functions.
 */
import { describe, expect, it } from 'vitest'
import { txAnswer, type ValidatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { readChecked } from '#app/ledgers/xrpl/ledger.server.ts'
import {
  describePayments,
  hasFixtures,
  liftXrplTransactions,
  listFixtures,
  NOTHING,
  type Recorded,
  readFixture,
  withoutFixtures,
} from './ledger-fixtures.ts'

if (!hasFixtures) console.warn(withoutFixtures)

describe.skipIf(!hasFixtures)('recorded XRP Ledger transactions', () => {
  type Who = 'Destination' | 'Account' | 'escrow destination'
  const verdicts: Record<string, [Who, ...string[]]> = {
    'account_tx.v1.payments.marker.jsonrpc.json': [
      'Destination',
      'XRP 455.64303 memo 18240312',
      'XRP 499.500387 memo 1',
    ],
    'account_tx.v1.payments.marker.ws.json': ['Destination', 'XRP 19077.487071 memo 1', 'XRP 550'],
    'account_tx.v2.mixed.marker.jsonrpc.json': ['Destination', NOTHING, 'XRP 25 memo 997786069'],
    'account_tx.v2.payments-with-tags.marker.ws.json': [
      'Destination',
      'XRP 0.000045 memo 316562',
      'XRP 0.000049 memo 342662134',
    ],
    'account_tx.v2.trustsets.marker.ws.json': ['Account', NOTHING, NOTHING],
    'account_tx.v2.xrpljs-fixture.marker.json': ['Destination', NOTHING, NOTHING],
    'escrow.tx-escrowfinish.binary-codec.json': ['escrow destination', 'XRP 48.5'],
    'escrow.tx-response-escrowcancel.json': ['escrow destination', NOTHING],
    'escrow.tx-response-escrowcreate-condition.json': ['Destination', NOTHING],
    'escrow.tx-response-escrowcreate-time.json': ['Destination', NOTHING],
    'escrow.tx-response-escrowfinish-condition.json': ['escrow destination', 'XRP 0.1'],
    'escrow.tx-response-escrowfinish-time.json': ['escrow destination', 'XRP 0.01'],
    // Payer and payee are the same account, and less is delivered than asked for.
    'ledger-tx.payment-xrp.partial.2025.json': ['Destination', NOTHING],
    'ledger-tx.payment-xrp.partial.NEGATIVE-delivered.json': ['Destination', NOTHING],
    'ledger-tx.payment-xrp.partial.json': ['Destination', NOTHING],
    'ledger-tx.payment-xrp.success.with-tag.json': ['Destination', 'XRP 174.265552 memo 388748'],
    'ledger-tx.payment-xrp.tecUNFUNDED_PAYMENT.json': ['Destination', NOTHING],
    // Asks for a thousand million XRP, delivers 4456 drops.
    'stream.transaction.v1.payment-xrp.PARTIAL-EXPLOIT.json': ['Destination', 'XRP 0.004456'],
    'stream.transaction.v1.payment-xrp.with-tag.json': ['Destination', 'XRP 0.000054 memo 500650668'],
    'stream.transaction.v2.offercreate.json': ['Destination', NOTHING],
    'stream.transaction.v2.payment-xrp.no-tag.json': ['Destination', 'XRP 20'],
    'tx-and-meta.v1.accountdelete.destination-tag-0.json': ['Destination', 'XRP 15.00102 memo 0 review'],
    'tx-and-meta.v2.payment-iou.partial.json': ['Destination', 'foreign USD 9.980039920159681'],
    // Its hash does not match its bytes: somebody edited it.
    'tx-and-meta.v2.payment-xrp.partial.DOCTORED.json': ['Destination', 'XRP 1 review'],
    'tx.v1.accountdelete.delivers-xrp.json': ['Destination', 'XRP 9995 review'],
    'tx.v1.checkcash.delivers-xrp.json': ['Account', 'XRP 2.5 memo 1235'],
    // Our own money, returned.
    'tx.v1.escrowcancel.json': ['Account', 'XRP 0.000002 memo 2 review'],
    'tx.v1.notValidated.DOCTORED.json': ['Account', 'not final'],
    'tx.v1.payment-iou.partial.tecPATH_PARTIAL.json': ['Destination', NOTHING],
    'tx.v1.payment-iou.success.old-tx-page.json': ['Destination', NOTHING],
    'tx.v1.payment-iou.success.ws.json': ['Destination', NOTHING],
    'tx.v1.payment-xrp.success.no-tag.jsonrpc.json': ['Destination', 'XRP 10'],
    'tx.v2.offercreate.success.jsonrpc.json': ['Account', NOTHING],
    'tx.v2.offercreate.success.ws.json': ['Account', NOTHING],
  }

  function accountOf(transaction: Recorded, who: Who): string {
    const nodes: Recorded[] = transaction.meta.AffectedNodes
    const escrow = nodes.find(({ DeletedNode }) => DeletedNode?.LedgerEntryType === 'Escrow')?.DeletedNode.FinalFields
    return who === 'escrow destination' ? escrow.Destination : transaction.tx_json[who]
  }

  function judge(transaction: Recorded, account: string): string {
    const answer = txAnswer.parse(transaction)
    if (answer.validated !== true) return 'not final'
    const payment = readChecked(answer, account)
    return describePayments(payment === null ? [] : [payment])
  }

  it.each(Object.entries(verdicts))('%s', (name, [who, ...expected]) => {
    const transactions = liftXrplTransactions(readFixture(`xrpl/${name}`))
    expect(transactions.map((transaction) => judge(transaction, accountOf(transaction, who)))).toEqual(expected)
  })

  it('has a verdict for every recording of a transaction', () => {
    const recorded = listFixtures('xrpl').filter(
      (name) => /^(tx|stream\.transaction|ledger-tx|account_tx|escrow\.tx)/.test(name) && !name.includes('error'),
    )
    expect(Object.keys(verdicts).toSorted()).toEqual(recorded.toSorted())
  })

  it('credits in a whole ledger of the public network what each payment delivered, and no more', () => {
    const transactions = liftXrplTransactions(readFixture('xrpl/ledger.v1.expanded.mainnet-87704323.json'))
    const payments = transactions.filter(({ tx_json: tx }) => tx.TransactionType === 'Payment')
    expect(payments.map((payment) => judge(payment, payment.tx_json.Destination))).toEqual([
      'XRP 0.000001',
      'foreign CSC 25799 memo 811921039',
      'XRP 0.000001',
      'XRP 0.000001',
    ])
  })

  it('credits nothing to a payer and nothing of what a payment only asked for', () => {
    const names = Object.keys(verdicts).filter((name) => name.includes('payment'))
    for (const transaction of names.flatMap((name) => liftXrplTransactions(readFixture(`xrpl/${name}`)))) {
      expect(judge(transaction, transaction.tx_json.Account)).toBe(NOTHING)
      const { delivered_amount: _unknown, ...meta } = transaction.meta
      const silent = readChecked(
        txAnswer.parse({ ...transaction, meta }) as ValidatedTransaction,
        transaction.tx_json.Destination,
      )
      // Only the gain of the balance is left as evidence, so a person must confirm it.
      expect(silent?.needsReview ?? true).toBe(true)
    }
  })
})
