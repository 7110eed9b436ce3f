import { xdr } from '@stellar/stellar-sdk'
import { type Party, partyOf, plainParty } from '#harbour/horizon/engine/parties.ts'
import { ACCOUNT_ENTRIES, type Account, AUTH_FLAGS } from '#harbour/horizon/ledger/account.ts'
import { credit } from '#harbour/horizon/ledger/balances.ts'
import { isSponsoringNow, releaseEntries } from '#harbour/horizon/ledger/reserves.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields } from '../assets.ts'
import { note, noteSponsor, type OperationRules, type Situation } from './rules.ts'

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
      // Signers are removed with the account; trustlines and data must be removed first.
      if (account.trustlines.length > 0 || Object.keys(account.data).length > 0) {
        return failure('accountMergeHasSubEntries')
      }
      if (account.sequence >= BigInt(ledger) << 32n) return failure('accountMergeSeqnumTooFar')
      if (account.sponsoring > 0 || isSponsoringNow(draft, account.address)) return failure('accountMergeIsSponsor')
      for (const { sponsor } of account.signers) releaseEntries(draft, { sponsor, entries: 1, ledger })
      const { balance } = account
      const credited = credit(draft, { address: destination.address, asset: 'native', amount: balance, ledger })
      if (credited !== 'done') return failure('accountMergeDestFull')
      releaseEntries(draft, { sponsor: account.sponsor, entries: ACCOUNT_ENTRIES, ledger })
      draft.remove(source.address)
      const what = { ...assetFields('native'), amount: formatStroops(balance) }
      note(situation, source, 'account_debited', what)
      note(situation, destination, 'account_credited', what)
      note(situation, source, 'account_removed')
      noteReleased(situation, account)
      return success(balance)
    },
  }
}

/** Notes that its sponsors no longer pay its reserves. */
function noteReleased(situation: Situation, { address, sponsor, signers }: Account): void {
  const account = plainParty(address)
  noteSponsor(situation, account, 'account', { before: sponsor, after: null })
  for (const signer of [...signers].sort((left, right) => (left.key < right.key ? -1 : 1))) {
    noteSponsor(situation, account, 'signer', { before: signer.sponsor, after: null, signer: signer.key })
  }
}
