/** Real servers' answers about on-chain escrow pass the schemas and functions that decide whether it is funded. */
import { describe, expect, it } from 'vitest'
import { hashes } from 'xrpl'
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  claimableBalancesAnswer,
  onchainAccountAnswer,
  onchainOperationsAnswer,
} from '#app/ledgers/stellar/onchain/answers.ts'
import { readBalance, readTwoSignatureAccount } from '#app/ledgers/stellar/onchain/readings.ts'
import { validatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { hashesTo } from '#app/ledgers/xrpl/blob.server.ts'
import { escrowCreateFields, escrowEntryAnswer, escrowsAnswer } from '#app/ledgers/xrpl/onchain/answers.ts'
import { compareAccount } from '#app/trade/onchain/domain/differences.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { hasFixtures, liftXrplTransactions, readFixture, withoutFixtures } from '../ledgers/recorded/ledger-fixtures.ts'

if (!hasFixtures) console.warn(withoutFixtures)

const ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
const page = (...records: unknown[]) => ({ _embedded: { records } })

describe.skipIf(!hasFixtures)('recorded on Stellar', () => {
  it('a balance that may be claimed at any time is never one before or from a date', () => {
    const record = readFixture('stellar/claimable_balances/claimable_balance.json')
    const [balance] = claimableBalancesAnswer.parse(page(record))._embedded.records
    if (balance === undefined) throw new Error('nothing was recorded')
    const read = readBalance(balance, record.sponsor, { issuers: { USDC: ISSUER } })
    expect(read).toMatchObject({ asset: 'XLM', payer: record.sponsor })
    expect(read.claimants.map(({ rule }) => rule)).toEqual([{ is: 'other' }, { is: 'other' }])
  })

  it('a page of balances in foreign coins is read, and none of them is ours', () => {
    const { records } = claimableBalancesAnswer.parse(readFixture('stellar/claimable_balances/page.json'))._embedded
    expect(records.length).toBeGreaterThan(1)
    const assets = records.map((balance) => readBalance(balance, '', { issuers: { USDC: ISSUER } }).asset)
    expect(assets.filter((asset) => asset !== null && asset !== 'XLM')).toEqual([])
  })

  it('an account with three signers is read, and is none of two signatures', () => {
    const found = onchainAccountAnswer.parse(
      readFixture('stellar/accounts/multisig_3_signers_usdc_trustline.testnet-2024.json'),
    )
    const account = readTwoSignatureAccount(found, { asset: 'USDC', issuers: { USDC: ISSUER } })
    expect(account.thresholds).toEqual({ low: 5, medium: 5, high: 5 })
    const [buyerWallet = '', sellerWallet = '', arbiter = ''] = account.signers.map(({ key }) => key)
    const terms: OnchainTerms = {
      asset: 'USDC',
      amount: new Decimal(1),
      buyerWallet,
      sellerWallet,
      sellerTag: null,
      deadline: 1,
      reference: '1',
    }
    const of = { account: found.account_id, arbiter, sponsor: 'G' }
    expect(compareAccount(terms, of, account)).toEqual(expect.arrayContaining(['signers', 'thresholds', 'sponsor']))
  })

  it('the making and the claiming of balances are read', () => {
    const [made, claimed] = onchainOperationsAnswer.parse(
      page(
        readFixture('stellar/operations/create_claimable_balance.pubnet.json'),
        readFixture('stellar/operations/claim_claimable_balance.testnet.json'),
      ),
    )._embedded.records
    expect(made).toMatchObject({ type: 'create_claimable_balance', transaction_successful: true })
    expect(claimed?.claimant).toBe(claimed?.source_account)
  })
})

describe.skipIf(!hasFixtures)('recorded on the XRP Ledger', () => {
  const transaction = (name: string) =>
    validatedTransaction.parse(liftXrplTransactions(readFixture(`xrpl/${name}.json`))[0])

  it('the making of an escrow is read, and is what was signed', () => {
    const { tx_json: tx, hash } = transaction('escrow.tx-response-escrowcreate-condition')
    expect(escrowCreateFields.parse(tx)).toMatchObject({ Amount: '100000', CancelAfter: 556_927_412, Sequence: 5 })
    expect(hashesTo(tx, hash)).toBe(true)
    expect(hashesTo({ ...tx, CancelAfter: 556_927_413 }, hash)).toBe(false)
  })

  it.each(['escrow.tx-response-escrowfinish-condition', 'escrow.tx-response-escrowcancel'])(
    '%s shows which escrow it ended',
    (name) => {
      const { tx_json: tx, meta } = transaction(name)
      const ended = meta.AffectedNodes.flatMap((node) => ('DeletedNode' in node ? [node.DeletedNode] : []))
      const index = hashes.hashEscrow(String(tx.Owner), Number(tx.OfferSequence))
      expect(ended.find(({ LedgerEntryType }) => LedgerEntryType === 'Escrow')?.LedgerIndex).toBe(index.toUpperCase())
    },
  )

  it('entries are read, also those that others made for the account', () => {
    const { node } = escrowEntryAnswer.parse(readFixture('xrpl/escrow.ledger_entry.json').result)
    expect(node).toMatchObject({ Amount: '1000000', CancelAfter: 544_838_400 })
    const { account, ...answer } = readFixture('xrpl/escrow.account_objects-response.json').result
    const owners = escrowsAnswer.parse(answer).account_objects.map(({ Account }) => Account === account)
    expect(new Set(owners)).toEqual(new Set([true, false]))
  })
})
