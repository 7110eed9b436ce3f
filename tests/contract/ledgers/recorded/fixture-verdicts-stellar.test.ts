/** Every recorded Stellar transaction that pays, or seems to, gets the right verdict from the adapter's functions. */
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { joinedPaymentsAnswer, operationAnswer, transactionAnswer } from '#app/ledgers/stellar/answers.ts'
import { outerHash, readMemo, readPayments } from '#app/ledgers/stellar/payments.ts'
import { mergedAmount } from '#app/ledgers/stellar/results/operation-results.server.ts'
import {
  describePayments,
  hasFixtures,
  listFixtures,
  NOTHING,
  type Recorded,
  readFixture,
  withoutFixtures,
} from './ledger-fixtures.ts'

if (!hasFixtures) console.warn(withoutFixtures)

describe.skipIf(!hasFixtures)('recorded Stellar transactions', () => {
  const PUBLIC_USDC_ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
  const view = (account: string) => ({ account, issuers: { USDC: PUBLIC_USDC_ISSUER }, mergedAmount })
  /** A recorded merge without a memo, the container for operations that were recorded alone. */
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
    // Payer and payee are the same account.
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
      issuers: { USDC: recorded.from },
    })
    expect(describePayments(payments)).toBe('foreign USDC 39')
  })

  /** The verdict on a payment of 4 XLM inside each recorded transaction, which gives success, memo and hash. */
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

  it.each(['559948622\u200b', '\u2068559948622\u2069', '۵۵۹۹۴۸۶۲۲', ' 559948622\n'])(
    'reads our number from a text in which the eye reads it: %j',
    (memo) => {
      const memo_bytes = Buffer.from(memo).toString('base64')
      expect(readMemo({ ...plainTransaction(), memo_type: 'text', memo_bytes })).toBe('559948622')
    },
  )

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
          // The merge's own transaction was not recorded, so the test sets the amount that it moved.
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
