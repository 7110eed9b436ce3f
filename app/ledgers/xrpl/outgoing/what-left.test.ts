import { describe, expect, test } from 'vitest'
import { type ValidatedTransaction, validatedTransaction } from '../answers.ts'
import { readOutgoing } from './outgoing.ts'

/** The issuer's address is the lower one, the account's the higher. */
const ISSUER = 'rIssuer'
const ACCOUNT = 'rAccount'
const OTHER = 'rOther'

const root = (account: string, from: number, to: number) => ({
  ModifiedNode: {
    LedgerEntryType: 'AccountRoot',
    FinalFields: { Account: account, Balance: String(to), Sequence: 2 },
    PreviousFields: from === to ? { Sequence: 1 } : { Balance: String(from), Sequence: 1 },
  },
})
/** Balances as the holder sees them. */
const line = (holder: string, from: string, to: string) => {
  const usd = (value: string, issuer = 'rNobody') => ({ currency: 'USD', issuer, value })
  const owed = (value: string) => usd(value === '0' ? value : `-${value}`)
  return {
    ModifiedNode: {
      LedgerEntryType: 'RippleState',
      FinalFields: { Balance: owed(to), LowLimit: usd('0', ISSUER), HighLimit: usd('1000', holder), Flags: 0 },
      PreviousFields: { Balance: owed(from) },
    },
  }
}

function transaction(about: Record<string, unknown>, delivered: unknown, nodes: unknown[]): ValidatedTransaction {
  return validatedTransaction.parse({
    validated: true,
    hash: 'AB'.repeat(32),
    ledger_index: 7,
    close_time_iso: '2026-11-28T12:00:20Z',
    tx_json: { TransactionType: 'Payment', Account: ACCOUNT, Destination: OTHER, Fee: '12', Sequence: 1, ...about },
    meta: {
      TransactionResult: 'tesSUCCESS',
      TransactionIndex: 0,
      delivered_amount: delivered,
      AffectedNodes: nodes,
    },
  })
}

const left = (of: ValidatedTransaction, account = ACCOUNT) =>
  readOutgoing(of, account)?.payments.map(({ to, asset, assetLabel, amount }) => ({
    to,
    asset,
    what: `${amount.toFixed()} ${assetLabel}`,
  }))

describe('a payment took', () => {
  test('the XRP that it delivered', () => {
    const paid = transaction({}, '7000000', [root(ACCOUNT, 20_000_012, 13_000_000), root(OTHER, 0, 7_000_000)])
    expect(left(paid)).toEqual([{ to: OTHER, asset: 'XRP', what: '7 XRP' }])
    expect(readOutgoing(paid, OTHER)).toBeNull()
  })

  test('issued money and no XRP, where it became XRP on its way', () => {
    const exchanged = transaction({}, '7000000', [
      root(ACCOUNT, 20_000_012, 20_000_000),
      line(ACCOUNT, '200', '186'),
      line('rMaker', '0', '14'),
      root('rMaker', 9_000_000, 2_000_000),
      root(OTHER, 0, 7_000_000),
    ])
    expect(left(exchanged)).toEqual([{ to: OTHER, asset: null, what: `14 USD:${ISSUER}` }])
    // The owner of a taken offer lost XRP by it.
    expect(left(exchanged, 'rMaker')).toEqual([{ to: OTHER, asset: 'XRP', what: '7 XRP' }])
  })

  test('XRP and no issued money, where it became issued money on its way', () => {
    const delivered = { currency: 'USD', issuer: ISSUER, value: '14' }
    const nodes = [root(ACCOUNT, 20_000_012, 13_000_000), line(OTHER, '0', '14'), line('rMaker', '20', '6')]
    expect(left(transaction({}, delivered, nodes))).toEqual([{ to: OTHER, asset: 'XRP', what: '7 XRP' }])
  })

  test('more issued money than arrived, where its issuer takes a fee', () => {
    const delivered = { currency: 'USD', issuer: ISSUER, value: '10' }
    const nodes = [root(ACCOUNT, 32, 20), line(ACCOUNT, '200', '189.98'), line(OTHER, '0', '10')]
    expect(left(transaction({}, delivered, nodes))).toEqual([{ to: OTHER, asset: null, what: `10.02 USD:${ISSUER}` }])
  })

  test('money that the account itself issues', () => {
    const delivered = { currency: 'USD', issuer: ISSUER, value: '10' }
    const issued = transaction({ Account: ISSUER }, delivered, [root(ISSUER, 32, 20), line(OTHER, '5', '15')])
    expect(left(issued, ISSUER)).toEqual([{ to: OTHER, asset: null, what: `10 USD:${ISSUER}` }])
  })

  test('a token that has no trust line', () => {
    const nodes = [root(ACCOUNT, 32, 20)]
    expect(left(transaction({}, { mpt_issuance_id: 'ABCD', value: '10' }, nodes))).toEqual([
      { to: OTHER, asset: null, what: '10 ABCD' },
    ])
  })

  test('nothing, where it failed', () => {
    const failed = transaction({}, undefined, [root(ACCOUNT, 32, 20)])
    const read = readOutgoing({ ...failed, meta: { ...failed.meta, TransactionResult: 'tecPATH_DRY' } }, ACCOUNT)
    expect(read).toMatchObject({ successful: false, code: 'tecPATH_DRY', payments: [] })
  })
})

test('what is no payment took the XRP that it locked', () => {
  const locked = transaction({ TransactionType: 'EscrowCreate' }, undefined, [root(ACCOUNT, 10_000_012, 4_000_000)])
  expect(left(locked)).toEqual([{ to: OTHER, asset: 'XRP', what: '6 XRP' }])
})
