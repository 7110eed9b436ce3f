import { xdr } from '@stellar/stellar-sdk'
import { type Party, partyOf } from '#harbour/horizon/engine/parties.ts'
import { AUTH_FLAGS } from '#harbour/horizon/ledger/account.ts'
import { credit } from '#harbour/horizon/ledger/balances.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields } from '../assets.ts'
import { note, type OperationRules } from './rules.ts'

type Failure = Exclude<xdr.AccountMergeResult['type'], 'accountMergeSuccess'>

function failure(outcome: Failure): xdr.OperationResult {
  return wrap(xdr.AccountMergeResult[outcome]())
}

function success(balance: bigint): xdr.OperationResult {
  return wrap(xdr.AccountMergeResult.accountMergeSuccess(balance))
}

function wrap(result: xdr.AccountMergeResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.accountMerge(result))
}

export function accountMergeRules(into: xdr.MuxedAccount, source: Party): OperationRules {
  const destination = partyOf(into)
  return {
    threshold: 'high',
    untouched: success(0n),
    contrived: failure('accountMergeNoAccount'),
    flaw: () => (destination.address === source.address ? failure('accountMergeMalformed') : null),
    apply(situation) {
      const { draft } = situation
      const ledger = situation.ledger.sequence
      const account = draft.find(source.address)
      if (account === undefined || draft.find(destination.address) === undefined) {
        return failure('accountMergeNoAccount')
      }
      if (account.flags & AUTH_FLAGS.immutable) return failure('accountMergeImmutableSet')
      // Signers go with the account; trustlines and data must be removed first.
      if (account.trustlines.length > 0 || Object.keys(account.data).length > 0) {
        return failure('accountMergeHasSubEntries')
      }
      if (account.sequence >= BigInt(ledger) << 32n) return failure('accountMergeSeqnumTooFar')
      const { balance } = account
      const credited = credit(draft, { address: destination.address, asset: 'native', amount: balance, ledger })
      if (credited !== 'done') return failure('accountMergeDestFull')
      draft.remove(source.address)
      const what = { ...assetFields('native'), amount: formatStroops(balance) }
      note(situation, source, 'account_debited', what)
      note(situation, destination, 'account_credited', what)
      note(situation, source, 'account_removed')
      return success(balance)
    },
  }
}
