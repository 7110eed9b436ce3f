/** Sponsors the reserves of somebody's new entries, from one operation of a transaction to another (CAP-33). */
import { xdr } from '@stellar/stellar-sdk'
import { addressOf, type Party } from '#harbour/horizon/engine/parties.ts'
import { isSponsoringNow } from '#harbour/horizon/ledger/reserves.ts'
import type { OperationRules } from './rules.ts'

function beginResult(outcome: xdr.BeginSponsoringFutureReservesResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(
    xdr.OperationResultTr.beginSponsoringFutureReserves(xdr.BeginSponsoringFutureReservesResult[outcome]()),
  )
}

export function beginSponsoringRules(
  { sponsoredId }: xdr.BeginSponsoringFutureReservesOp,
  { address }: Party,
): OperationRules {
  const sponsored = addressOf(sponsoredId)
  return {
    threshold: 'med',
    untouched: beginResult('beginSponsoringFutureReservesSuccess'),
    contrived: beginResult('beginSponsoringFutureReservesAlreadySponsored'),
    flaw: () => (sponsored === address ? beginResult('beginSponsoringFutureReservesMalformed') : null),
    apply({ draft }) {
      if (draft.sponsorships.has(sponsored)) return beginResult('beginSponsoringFutureReservesAlreadySponsored')
      if (draft.sponsorships.has(address) || isSponsoringNow(draft, sponsored)) {
        return beginResult('beginSponsoringFutureReservesRecursive')
      }
      draft.beginSponsoring(sponsored, address)
      return beginResult('beginSponsoringFutureReservesSuccess')
    },
  }
}

function endResult(outcome: xdr.EndSponsoringFutureReservesResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(
    xdr.OperationResultTr.endSponsoringFutureReserves(xdr.EndSponsoringFutureReservesResult[outcome]()),
  )
}

export function endSponsoringRules({ address }: Party): OperationRules {
  return {
    threshold: 'med',
    untouched: endResult('endSponsoringFutureReservesSuccess'),
    contrived: endResult('endSponsoringFutureReservesNotSponsored'),
    flaw: () => null,
    apply({ draft }) {
      if (!draft.sponsorships.has(address)) return endResult('endSponsoringFutureReservesNotSponsored')
      draft.endSponsoring(address)
      return endResult('endSponsoringFutureReservesSuccess')
    },
  }
}
