/**
 * Every recorded transaction that pays somebody, or seems to, gets the right verdict from the functions that the
 * adapters read payments with.
 */
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/domain/money.ts'
import { joinedPaymentsAnswer, operationAnswer, transactionAnswer } from '#app/ledgers/stellar/answers.ts'
import { mergedAmount } from '#app/ledgers/stellar/envelope.server.ts'
import { outerHash, readMemo, readPayments } from '#app/ledgers/stellar/payments.ts'
import { txAnswer, type ValidatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { readChecked } from '#app/ledgers/xrpl/ledger.server.ts'
import {
  hasFixtures,
  liftXrplTransactions,
  listFixtures,
  type Recorded,
  readFixture,
  withoutFixtures,
} from './ledger-fixtures.ts'

if (!hasFixtures) console.warn(withoutFixtures)

const NOTHING = 'nothing'

/** 'XRP 25 memo 5', with 'review' when a person must look, and the code alone for assets that we do not settle in. */
function describePayments(payments: ReturnType<typeof readPayments>): string {
  const words = payments.map(({ asset, assetLabel, amount, memo, needsReview }) =>
    [
      asset ?? `foreign ${assetLabel.split(':')[0]}`,
      amount.toFixed(),
      ...(memo === null ? [] : [`memo ${memo}`]),
      ...(needsReview ? ['review'] : []),
    ].join(' '),
  )
  return words.length === 0 ? NOTHING : words.join(' + ')
}

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
    'escrow.tx-escrowfinish.binary-codec.json': ['escrow destination', 'XRP 48.5 review'],
    'escrow.tx-response-escrowcancel.json': ['escrow destination', NOTHING],
    'escrow.tx-response-escrowcreate-condition.json': ['Destination', NOTHING],
    'escrow.tx-response-escrowcreate-time.json': ['Destination', NOTHING],
    'escrow.tx-response-escrowfinish-condition.json': ['escrow destination', 'XRP 0.1 review'],
    'escrow.tx-response-escrowfinish-time.json': ['escrow destination', 'XRP 0.01 review'],
    // Paid to itself, with less delivered than asked for.
    'ledger-tx.payment-xrp.partial.2025.json': ['Destination', NOTHING],
    'ledger-tx.payment-xrp.partial.NEGATIVE-delivered.json': ['Destination', NOTHING],
    'ledger-tx.payment-xrp.partial.json': ['Destination', NOTHING],
    'ledger-tx.payment-xrp.success.with-tag.json': ['Destination', 'XRP 174.265552 memo 388748'],
    'ledger-tx.payment-xrp.tecUNFUNDED_PAYMENT.json': ['Destination', NOTHING],
    // Asked for a thousand million XRP, delivered 4456 drops.
    'stream.transaction.v1.payment-xrp.PARTIAL-EXPLOIT.json': ['Destination', 'XRP 0.004456'],
    'stream.transaction.v1.payment-xrp.with-tag.json': ['Destination', 'XRP 0.000054 memo 500650668'],
    'stream.transaction.v2.offercreate.json': ['Destination', NOTHING],
    'stream.transaction.v2.payment-xrp.no-tag.json': ['Destination', 'XRP 20'],
    'tx-and-meta.v1.accountdelete.destination-tag-0.json': ['Destination', 'XRP 15.00102 memo 0 review'],
    'tx-and-meta.v2.payment-iou.partial.json': ['Destination', 'foreign USD 9.980039920159681'],
    // Does not hash to its hash: somebody edited it.
    'tx-and-meta.v2.payment-xrp.partial.DOCTORED.json': ['Destination', 'XRP 1 review'],
    'tx.v1.accountdelete.delivers-xrp.json': ['Destination', 'XRP 9995 review'],
    'tx.v1.checkcash.delivers-xrp.json': ['Account', 'XRP 2.5 memo 1235 review'],
    // Our own money that comes back.
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
      // What the balance gained is all that is left to say, and a person must confirm it.
      expect(silent?.needsReview ?? true).toBe(true)
    }
  })
})

describe.skipIf(!hasFixtures)('recorded Stellar transactions', () => {
  const PUBLIC_USDC_ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
  const view = (account: string) => ({ account, usdcIssuer: PUBLIC_USDC_ISSUER, mergedAmount })
  /** A recorded merge without a memo: operations that were recorded alone are read as if they were in it. */
  const plainTransaction = () =>
    transactionAnswer.parse(readFixture('stellar/transactions/account_merge.testnet-2022.json'))

  const operations: Record<string, string> = {
    'account_merge.pubnet.json': 'XLM 9999',
    'account_merge_muxed.testnet-2025.json': 'XLM 9999 memo 66234',
    'begin_sponsoring_future_reserves.json': NOTHING,
    'change_trust_asset.json': NOTHING,
    'claim_claimable_balance.testnet.json': NOTHING,
    'create_account.pubnet.json': 'XLM 4',
    'create_claimable_balance.pubnet.json': NOTHING,
    'invoke_host_function_sac_transfer.futurenet-2024.json': NOTHING,
    'invoke_host_function_sac_transfer.local-2023.json': 'foreign Hello 500 memo 123456789 review',
    'invoke_host_function_usdc_from_contract_muxed.pubnet-2025.json': 'USDC 0.01 memo 123 review',
    'path_payment_strict_receive.testnet-2025.json': 'foreign TEST 1',
    'path_payment_strict_receive_FAILED.pubnet.json': NOTHING,
    'path_payment_strict_receive_muxed.testnet-2025.json': 'foreign TEST 1 memo 66234',
    // Its payer and payee are the same account.
    'path_payment_strict_send.pubnet.json': NOTHING,
    'path_payment_strict_send_muxed.testnet-2025.json': 'foreign TEST 6922.2222222 memo 66234',
    'payment_credit_alphanum4_NGNT.pubnet.json': 'foreign NGNT 5',
    'payment_native.testnet-2024.json': 'XLM 4',
    'payment_usdc_credit_alphanum4.pubnet.json': 'USDC 39',
    'set_options.json': NOTHING,
  }

  function payeeOf(operation: Recorded): string {
    const creation = operation.type === 'create_account' ? operation.account : undefined
    return (
      operation.to ?? operation.into ?? creation ?? operation.asset_balance_changes?.[0]?.to ?? operation.source_account
    )
  }

  it.each(Object.entries(operations))('operation %s', (name, expected) => {
    const recorded = readFixture(`stellar/operations/${name}`)
    const payments = readPayments(operationAnswer.parse(recorded), plainTransaction(), view(payeeOf(recorded)))
    expect(describePayments(payments)).toBe(expected)
  })

  it('has a verdict for every recorded operation and transaction', () => {
    expect(listFixtures('stellar/operations').toSorted()).toEqual(Object.keys(operations).toSorted())
    const recorded = listFixtures('stellar/transactions').filter((name) => !/SYNTHETIC|^page/.test(name))
    expect(recorded.toSorted()).toEqual(Object.keys(transactions).toSorted())
  })

  it('takes USDC of any other issuer for a foreign asset', () => {
    const recorded = readFixture('stellar/operations/payment_usdc_credit_alphanum4.pubnet.json')
    const payments = readPayments(operationAnswer.parse(recorded), plainTransaction(), {
      ...view(recorded.to),
      usdcIssuer: recorded.from,
    })
    expect(describePayments(payments)).toBe('foreign USDC 39')
  })

  /** What a recorded transaction makes of a payment of 4 XLM that it is given: its verdict on success, memo and hash. */
  const transactions: Record<string, string> = {
    'account_merge.testnet-2022.json': 'XLM 4',
    'create_claimable_balance.pubnet.json': 'XLM 4',
    'failed_path_payment.pubnet.json': NOTHING,
    'fee_bump.pubnet.json': 'XLM 4',
    'fee_bump_muxed_inner_source.pubnet.json': 'XLM 4',
    'memo_hash_all_zero.pubnet.json': `XLM 4 memo hash:${'0'.repeat(64)}`,
    'memo_hash_ascii_hex_payment.pubnet.json':
      'XLM 4 memo hash:3335323831663538666639313063623135616164353633366462323735336530',
    'memo_hash_payment.pubnet.json': 'XLM 4 memo hash:15a741715d28c07aec2d089ffd5d93c592860366225fe32889f23ba01fd48c93',
    'memo_none_muxed_source.testnet-2025.json': 'XLM 4',
    'memo_none_payment.pubnet.json': 'XLM 4',
    'memo_text_asset_payment.pubnet.json': 'XLM 4 memo 0,075% Daily for Holders',
    'memo_text_emoji.pubnet.json': 'XLM 4 memo Airdrop invite✅xlmget.org',
    'memo_text_empty_string.pubnet.json': 'XLM 4',
    'memo_text_native_payment.testnet-2025.json': 'XLM 4 memo XLM e2e monitor transaction',
  }

  it.each(Object.entries(transactions))('transaction %s', (name, expected) => {
    const operation = readFixture('stellar/operations/payment_native.testnet-2024.json')
    const transaction = transactionAnswer.parse(readFixture(`stellar/transactions/${name}`))
    expect(describePayments(readPayments(operationAnswer.parse(operation), transaction, view(operation.to)))).toBe(
      expected,
    )
  })

  it('knows a fee bump by its outer hash, whichever hash it was asked for', () => {
    for (const name of ['fee_bump.pubnet.json', 'fee_bump_muxed_inner_source.pubnet.json']) {
      const recorded = readFixture(`stellar/transactions/${name}`)
      const askedByInner = { ...recorded, id: recorded.inner_transaction.hash, hash: recorded.inner_transaction.hash }
      expect(outerHash(transactionAnswer.parse(askedByInner))).toBe(recorded.fee_bump_transaction.hash)
      expect(outerHash(transactionAnswer.parse(recorded))).toBe(recorded.fee_bump_transaction.hash)
    }
  })

  it('reads a MEMO_ID as its digits and a MEMO_RETURN as a hash', () => {
    const plain = plainTransaction()
    const id = readFixture('stellar/transactions/memo_id.PARTIAL-SYNTHETIC.json')
    expect(readMemo({ ...plain, ...id })).toBe(id.memo)
    expect(id.memo).toMatch(/^\d+$/)
    const back = readFixture('stellar/transactions/memo_return.PARTIAL-SYNTHETIC.json')
    expect(readMemo({ ...plain, ...back })).toMatch(/^return:[0-9a-f]{64}$/)
  })

  it('prefers the memo of the transaction to the muxed id of the payee', () => {
    const recorded = readFixture('stellar/operations/path_payment_strict_send_muxed.testnet-2025.json')
    const withMemo = transactionAnswer.parse(
      readFixture('stellar/transactions/memo_text_native_payment.testnet-2025.json'),
    )
    const [payment] = readPayments(operationAnswer.parse(recorded), withMemo, view(recorded.to))
    expect(payment?.memo).toBe('XLM e2e monitor transaction')
  })

  it('keeps a memo that PostgreSQL could not store from stopping everything behind it', () => {
    const memo_bytes = Buffer.from('12\u000034').toString('base64')
    expect(readMemo({ ...plainTransaction(), memo_type: 'text', memo_bytes })).toBe('12\uFFFD34')
  })

  it('reads a page with its transactions joined', () => {
    const page = joinedPaymentsAnswer.parse(
      readFixture('stellar/payments_pages/operations_page_join_transactions.testnet-2019.json'),
    )
    const [record] = page._embedded.records
    expect(describePayments(readPayments(record!, record!.transaction, view(record!.account!)))).toBe('XLM 10000000000')
  })

  it('credits in the payments of an account what came in, not what went out', () => {
    const recorded: Recorded[] = readFixture(
      'stellar/payments_pages/account_payments_page_10_with_merge_and_create.pubnet.json',
    )._embedded.records
    const payee: string = recorded.find(({ type }) => type === 'account_merge').into
    const verdicts = recorded.map((operation) =>
      describePayments(
        readPayments(operationAnswer.parse(operation), plainTransaction(), {
          ...view(payee),
          // The merge's own transaction was not recorded, so the amount that it moved is ours to say.
          mergedAmount: () => new Decimal('9999.5'),
        }),
      ),
    )
    const cameIn = recorded.map(({ type, to, into, account }) =>
      type === 'create_account' ? account === payee : payee === to || payee === into,
    )
    expect(cameIn).toContain(false)
    expect(verdicts.map((verdict) => verdict !== NOTHING)).toEqual(cameIn)
    expect(verdicts).toContain('XLM 9999.5')
  })
})
