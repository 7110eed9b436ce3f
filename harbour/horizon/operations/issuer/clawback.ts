/** Clawback (CAP-35): an issuer takes back its asset from a trustline or a claimable balance that allows it. */
import { xdr } from '@stellar/stellar-sdk'
import { formatStroops } from '#harbour/horizon/amounts.ts'
import { assetFields, assetName, issuerOf, isValidAsset } from '#harbour/horizon/assets.ts'
import { type Party, partyOf } from '#harbour/horizon/engine/parties.ts'
import { LINE_FLAGS, trustlineOf, withTrustline } from '#harbour/horizon/ledger/account.ts'
import { balanceIdHex } from '#harbour/horizon/ledger/claimable-balance.ts'
import { releaseEntries } from '#harbour/horizon/ledger/reserves.ts'
import { note, noteSponsor, type OperationRules } from '../rules.ts'

function result(outcome: xdr.ClawbackResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.clawback(xdr.ClawbackResult[outcome]()))
}

export function clawbackRules(operation: xdr.ClawbackOp, source: Party): OperationRules {
  const from = partyOf(operation.from)
  const { amount } = operation
  const asset = assetName(operation.asset)
  const isOwn = isValidAsset(operation.asset) && issuerOf(asset) === source.address
  return {
    threshold: 'med',
    untouched: result('clawbackSuccess'),
    contrived: result('clawbackUnderfunded'),
    flaw: () => (isOwn && amount > 0n && from.address !== source.address ? null : result('clawbackMalformed')),
    apply(situation) {
      const { draft, ledger } = situation
      const account = draft.find(from.address)
      const line = account && trustlineOf(account, asset)
      if (account === undefined || line === undefined) return result('clawbackNoTrust')
      if (!(line.flags & LINE_FLAGS.clawback)) return result('clawbackNotClawbackEnabled')
      if (line.balance < amount) return result('clawbackUnderfunded')
      draft.put(withTrustline(account, { ...line, balance: line.balance - amount, modifiedIn: ledger.sequence }))
      const what = { ...assetFields(asset), amount: formatStroops(amount) }
      note(situation, source, 'account_credited', what)
      note(situation, from, 'account_debited', what)
      return result('clawbackSuccess')
    },
  }
}

function balanceResult(outcome: xdr.ClawbackClaimableBalanceResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(
    xdr.OperationResultTr.clawbackClaimableBalance(xdr.ClawbackClaimableBalanceResult[outcome]()),
  )
}

export function clawbackBalanceRules({ balanceId }: xdr.ClawbackClaimableBalanceOp, source: Party): OperationRules {
  const id = balanceIdHex(balanceId)
  return {
    threshold: 'med',
    untouched: balanceResult('clawbackClaimableBalanceSuccess'),
    contrived: balanceResult('clawbackClaimableBalanceDoesNotExist'),
    flaw: () => null,
    apply(situation) {
      const { draft, ledger } = situation
      const balance = draft.findBalance(id)
      if (balance === undefined) return balanceResult('clawbackClaimableBalanceDoesNotExist')
      const { asset, amount, sponsor, claimants } = balance
      if (issuerOf(asset) !== source.address) return balanceResult('clawbackClaimableBalanceNotIssuer')
      if (!balance.clawback) return balanceResult('clawbackClaimableBalanceNotClawbackEnabled')
      releaseEntries(draft, { sponsor, entries: claimants.length, ledger: ledger.sequence })
      draft.removeBalance(id)
      // Core also loads the issuer's account when an entry is removed, and so counts it as modified.
      const issuer = draft.find(source.address)
      if (issuer !== undefined) draft.put({ ...issuer, modifiedIn: ledger.sequence })
      note(situation, source, 'claimable_balance_clawed_back', { balance_id: id })
      note(situation, source, 'account_credited', { ...assetFields(asset), amount: formatStroops(amount) })
      noteSponsor(situation, source, 'claimable_balance', { before: sponsor, after: null, balance_id: id })
      return balanceResult('clawbackClaimableBalanceSuccess')
    },
  }
}
