import { xdr } from '@stellar/stellar-sdk'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import { credit } from '#harbour/horizon/ledger/balances.ts'
import { balanceIdHex, isFulfilled } from '#harbour/horizon/ledger/claimable-balance.ts'
import { releaseEntries } from '#harbour/horizon/ledger/reserves.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields } from '../assets.ts'
import { note, noteSponsor, type OperationRules } from './rules.ts'

function result(outcome: xdr.ClaimClaimableBalanceResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(
    xdr.OperationResultTr.claimClaimableBalance(xdr.ClaimClaimableBalanceResult[outcome]()),
  )
}

export function claimClaimableBalanceRules({ balanceId }: xdr.ClaimClaimableBalanceOp, source: Party): OperationRules {
  const id = balanceIdHex(balanceId)
  return {
    threshold: 'low',
    untouched: result('claimClaimableBalanceSuccess'),
    contrived: result('claimClaimableBalanceDoesNotExist'),
    flaw: () => null,
    apply(situation) {
      const { draft, ledger } = situation
      const balance = draft.findBalance(id)
      if (balance === undefined) return result('claimClaimableBalanceDoesNotExist')
      const claimant = balance.claimants.find(({ destination }) => destination === source.address)
      const mayClaim =
        claimant !== undefined &&
        isFulfilled(xdr.ClaimPredicate.fromXdr(claimant.predicate, 'base64'), ledger.closeTime)
      if (!mayClaim) return result('claimClaimableBalanceCannotClaim')
      const { asset, amount, sponsor, claimants } = balance
      const credited = credit(draft, { address: source.address, asset, amount, ledger: ledger.sequence })
      if (credited !== 'done') return result(`claimClaimableBalance${credited}`)
      releaseEntries(draft, { sponsor, entries: claimants.length, ledger: ledger.sequence })
      draft.removeBalance(id)
      note(situation, source, 'claimable_balance_claimed', { balance_id: id, amount: formatStroops(amount), asset })
      note(situation, source, 'account_credited', { ...assetFields(asset), amount: formatStroops(amount) })
      noteSponsor(situation, source, 'claimable_balance', { before: sponsor, after: null, balance_id: id })
      return result('claimClaimableBalanceSuccess')
    },
  }
}
