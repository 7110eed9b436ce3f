/** What other people's transactions may hold without keeping us from reading the payments after them. */
import { expect, test } from 'vitest'
import { joinedPaymentsAnswer } from './answers.ts'
import { readPayments } from './payments.ts'

const OURS = 'GAFJCKSI5J52FBZDQBE6OI43INO5EQTYRRXD54FRDQLJMEDN4HXLOCS4'
const CONTRACT = 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA'

/** A contract call that pays us one stroop, and whatever else the caller's contract did in it. */
function contractCall(others: object[], transfer: object = {}) {
  const record = {
    id: '4294971393',
    paging_token: '4294971393',
    transaction_successful: true,
    type: 'invoke_host_function',
    asset_balance_changes: [
      ...others,
      { type: 'transfer', from: CONTRACT, to: OURS, amount: '0.0000001', asset_type: 'native', ...transfer },
    ],
    transaction: {
      hash: 'ab'.repeat(32),
      successful: true,
      created_at: '2026-11-20T12:00:00Z',
      memo_type: 'none',
      result_xdr: '',
    },
  }
  const [read] = joinedPaymentsAnswer.parse({ _embedded: { records: [record] } })._embedded.records
  if (!read) throw new Error('the page is empty')
  return readPayments(read, read.transaction, {
    account: OURS,
    issuers: { USDC: OURS },
    mergedAmount: () => expect.fail(),
  })
}

test('a contract that mints more of its own asset than an account could hold does not stop the reading', () => {
  // Balances of contracts have 128 bits: Horizon writes them with up to 32 digits before the point.
  const mint = {
    type: 'mint',
    to: CONTRACT,
    amount: '17014118346046923173168730371588.4105727',
    asset_type: 'credit_alphanum4',
    asset_code: 'EVIL',
    asset_issuer: OURS,
  }
  expect(contractCall([mint]).map(({ amount, needsReview }) => [amount.toFixed(), needsReview])).toEqual([
    ['0.0000001', true],
  ])
})

test('a contract may mark a transfer with a text that no database holds, and it stays readable', () => {
  const [payment] = contractCall([], { destination_muxed_id: 'a\0b', destination_muxed_id_type: 'string' })
  expect(payment?.memo).toBe('a\uFFFDb')
})
