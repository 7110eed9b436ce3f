import { xdr } from '@stellar/stellar-sdk'
import { type Party, partyOf } from '#harbour/horizon/engine/parties.ts'
import { credit, debit } from '#harbour/horizon/ledger/balances.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields, assetName, issuerOf, isValidAsset } from '../assets.ts'
import { note, type OperationRules } from './rules.ts'

type Outcome = xdr.PaymentResult['type']

function result(outcome: Outcome): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.payment(xdr.PaymentResult[outcome]()))
}

export function paymentRules(operation: xdr.PaymentOp, source: Party): OperationRules {
  const destination = partyOf(operation.destination)
  const { amount } = operation
  return {
    threshold: 'med',
    untouched: result('paymentSuccess'),
    contrived: result('paymentUnderfunded'),
    flaw: () => (amount <= 0n || !isValidAsset(operation.asset) ? result('paymentMalformed') : null),
    apply(situation) {
      const { draft, ledger } = situation
      const asset = assetName(operation.asset)
      const what = { ...assetFields(asset), amount: formatStroops(amount) }
      // XLM to oneself moves nothing; an issued asset still passes its trustline (stellar-core, PaymentOpFrame).
      const isIdle = destination.address === source.address && asset === 'native'
      if (!isIdle) {
        // An issuer that no longer exists can still receive its own asset, which destroys it.
        const isIssuer = issuerOf(asset) === destination.address
        if (!isIssuer && draft.find(destination.address) === undefined) return result('paymentNoDestination')
        const credited = credit(draft, { address: destination.address, asset, amount, ledger: ledger.sequence })
        if (credited !== 'done') return result(`payment${credited}`)
        const debited = debit(draft, { address: source.address, asset, amount, ledger: ledger.sequence })
        if (debited !== 'done') return result(`payment${debited}`)
      }
      note(situation, destination, 'account_credited', what)
      note(situation, source, 'account_debited', what)
      return result('paymentSuccess')
    },
  }
}
