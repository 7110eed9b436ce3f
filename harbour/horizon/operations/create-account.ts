import { xdr } from '@stellar/stellar-sdk'
import { addressOf, type Party, plainParty } from '#harbour/horizon/engine/parties.ts'
import { ACCOUNT_ENTRIES, canReserve, newAccount } from '#harbour/horizon/ledger/account.ts'
import { debit } from '#harbour/horizon/ledger/balances.ts'
import { sponsorEntries } from '#harbour/horizon/ledger/reserves.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields } from '../assets.ts'
import { note, noteSponsor, type OperationRules } from './rules.ts'

function result(outcome: xdr.CreateAccountResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.createAccount(xdr.CreateAccountResult[outcome]()))
}

export function createAccountRules(operation: xdr.CreateAccountOp, source: Party): OperationRules {
  const address = addressOf(operation.destination)
  const balance = operation.startingBalance
  return {
    threshold: 'med',
    untouched: result('createAccountSuccess'),
    contrived: result('createAccountUnderfunded'),
    flaw: () => (balance < 0n || address === source.address ? result('createAccountMalformed') : null),
    apply(situation) {
      const { draft } = situation
      const ledger = situation.ledger.sequence
      if (draft.find(address) !== undefined) return result('createAccountAlreadyExist')
      const sponsor = draft.sponsorships.get(address) ?? null
      const account = { ...newAccount({ address, balance, ledger }), sponsor }
      const isKept = sponsor === null || sponsorEntries(draft, { sponsor, entries: ACCOUNT_ENTRIES, ledger })
      if (!isKept || !canReserve(account, 0)) return result('createAccountLowReserve')
      const debited = debit(draft, { address: source.address, asset: 'native', amount: balance, ledger })
      if (debited !== 'done') return result('createAccountUnderfunded')
      draft.put(account)
      const created = plainParty(address)
      note(situation, created, 'account_created', { starting_balance: formatStroops(balance) })
      note(situation, source, 'account_debited', { ...assetFields('native'), amount: formatStroops(balance) })
      note(situation, created, 'signer_created', { weight: 1, public_key: address, key: '' })
      noteSponsor(situation, created, 'account', { before: null, after: sponsor })
      return result('createAccountSuccess')
    },
  }
}
