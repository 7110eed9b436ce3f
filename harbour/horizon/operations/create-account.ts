import { xdr } from '@stellar/stellar-sdk'
import { addressOf, type Party, plainParty } from '#harbour/horizon/engine/parties.ts'
import { BASE_RESERVE, newAccount } from '#harbour/horizon/ledger/account.ts'
import { debit } from '#harbour/horizon/ledger/balances.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields } from '../assets.ts'
import { note, type OperationRules } from './rules.ts'

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
      if (balance < 2n * BASE_RESERVE) return result('createAccountLowReserve')
      const debited = debit(draft, { address: source.address, asset: 'native', amount: balance, ledger })
      if (debited !== 'done') return result('createAccountUnderfunded')
      draft.put(newAccount({ address, balance, ledger }))
      const created = plainParty(address)
      note(situation, created, 'account_created', { starting_balance: formatStroops(balance) })
      note(situation, source, 'account_debited', { ...assetFields('native'), amount: formatStroops(balance) })
      note(situation, created, 'signer_created', { weight: 1, public_key: address, key: '' })
      return result('createAccountSuccess')
    },
  }
}
