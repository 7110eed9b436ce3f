import { Asset, Keypair, xdr } from '@stellar/stellar-sdk'
import { describe, expect, it } from 'vitest'
import { type OwnOperation, ownOperationAnswer } from '../answers.ts'
import { fromStroops } from '../envelope.server.ts'
import { failureCode } from '../results/failure-code.server.ts'
import { mergedAmount, soldAtOnce } from '../results/operation-results.server.ts'
import { readOutgoing } from './outgoing.ts'

const [account, other, third, issuer] = Array.from({ length: 4 }, () => Keypair.random().publicKey()) as [
  string,
  string,
  string,
  string,
]
const view = { account, issuers: { USDC: issuer }, mergedAmount, soldAtOnce, failureCode, fromStroops }
const usdc = new Asset('USDC', issuer)

/** Returns what an operation of the account's own transaction took from it: to whom, how much, of what. */
function left(fields: Record<string, unknown>, results: xdr.OperationResultTr[] = []): unknown[] {
  const operation: OwnOperation = ownOperationAnswer.parse({
    id: '8589938689',
    paging_token: '8589938689',
    transaction_successful: true,
    transaction_hash: '0'.repeat(64),
    source_account: account,
    ...fields,
  })
  const result = new xdr.TransactionResult({
    feeCharged: 100n,
    result: xdr.TransactionResultResult.txSuccess(results.map((tr) => xdr.OperationResult.opInner(tr))),
    ext: xdr.TransactionResultExt.v0(),
  })
  const transaction = {
    hash: '0'.repeat(64),
    paging_token: '8589938688',
    successful: true,
    created_at: '2026-11-28T00:00:00Z',
    memo_type: 'none',
    result_xdr: result.toXdr('base64'),
    source_account: account,
    source_account_sequence: '1',
    fee_account: account,
    fee_charged: '100',
  }
  const read = readOutgoing(transaction, [operation], view)
  return (read?.payments ?? []).map(({ to, amount, assetLabel }) => ({ to, what: `${amount.toFixed()} ${assetLabel}` }))
}

describe('what left an account', () => {
  it('by a claimable balance is nobody’s while several may claim it', () => {
    const claimants = [other, third].map((destination) => ({ destination, predicate: { unconditional: true } }))
    const balance = { type: 'create_claimable_balance', asset: 'native', amount: '1.2345000' }
    expect(left({ ...balance, claimants })).toEqual([{ to: null, what: '1.2345 XLM' }])
  })

  it('by a claimable balance is for whoever else may claim it', () => {
    const claimants = [other, account].map((destination) => ({ destination, predicate: { unconditional: true } }))
    const balance = { type: 'create_claimable_balance', amount: '7.0000000', claimants }
    expect(left({ ...balance, asset: `USDC:${issuer}` })).toEqual([{ to: other, what: '7 USDC' }])
    expect(left({ ...balance, asset: `LONGER:${issuer}` })).toEqual([{ to: other, what: `7 LONGER:${issuer}` }])
  })

  it('by a path payment is what was given, not what arrived', () => {
    const asset = { asset_type: 'credit_alphanum4', asset_code: 'USDC', asset_issuer: issuer }
    const payment = { type: 'path_payment_strict_send', from: account, to: other, amount: '3.0000000', ...asset }
    expect(left({ ...payment, source_amount: '12.5000000', source_asset_type: 'native' })).toEqual([
      { to: other, what: '12.5 XLM' },
    ])
  })

  it('by a clawback is with the issuer', () => {
    const asset = { asset_type: 'credit_alphanum4', asset_code: 'USDC', asset_issuer: issuer }
    const clawback = { type: 'clawback', amount: '4.0000000', ...asset }
    expect(left({ ...clawback, source_account: issuer, from: account })).toEqual([{ to: issuer, what: '4 USDC' }])
    expect(left({ ...clawback, from: other })).toEqual([])
  })

  it('by an offer is what others took of it at once, not what is offered', () => {
    const offer = { amount: '100.0000000', selling_asset_type: 'native', buying_asset_type: 'credit_alphanum4' }
    const trade = new xdr.ClaimOfferAtom({
      sellerId: Keypair.fromPublicKey(other).xdrAccountId(),
      offerId: 1n,
      assetSold: usdc.toXdrObject(),
      amountSold: 50_000_000n,
      assetBought: Asset.native().toXdrObject(),
      amountBought: 200_000_000n,
    })
    const success = (offersClaimed: xdr.ClaimAtom[]) =>
      new xdr.ManageOfferSuccessResult({
        offersClaimed,
        offer: xdr.ManageOfferSuccessResultOffer.manageOfferDeleted(),
      })
    const taken = success([xdr.ClaimAtom.claimAtomTypeOrderBook(trade)])
    const sell = xdr.OperationResultTr.manageSellOffer(xdr.ManageSellOfferResult.manageSellOfferSuccess(taken))
    const buy = xdr.OperationResultTr.manageBuyOffer(xdr.ManageBuyOfferResult.manageBuyOfferSuccess(taken))
    const passive = xdr.OperationResultTr.createPassiveSellOffer(
      xdr.ManageSellOfferResult.manageSellOfferSuccess(success([])),
    )
    expect(left({ type: 'manage_sell_offer', ...offer }, [sell])).toEqual([{ to: other, what: '20 XLM' }])
    expect(left({ type: 'manage_buy_offer', ...offer }, [buy])).toEqual([{ to: other, what: '20 XLM' }])
    expect(left({ type: 'create_passive_sell_offer', ...offer }, [passive])).toEqual([])
  })

  it('into a pool is what was put in', () => {
    const reserves = [
      { asset: 'native', amount: '5.0000000' },
      { asset: `USDC:${issuer}`, amount: '1.0000000' },
    ]
    expect(left({ type: 'liquidity_pool_deposit', reserves_deposited: reserves })).toEqual([
      { to: null, what: '5 XLM' },
      { to: null, what: '1 USDC' },
    ])
  })

  it('is nothing when it claims, or sets something', () => {
    expect(left({ type: 'claim_claimable_balance', balance_id: '00', claimant: account })).toEqual([])
    expect(left({ type: 'set_options', home_domain: 'quayside.example' })).toEqual([])
  })

  it('by an operation of tomorrow is named by whichever words there are', () => {
    const asset = `EURC:${issuer}`
    expect(left({ type: 'lend', amount: '2.0000000', asset, to: other })).toEqual([
      { to: other, what: `2 EURC:${issuer}` },
    ])
  })
})
