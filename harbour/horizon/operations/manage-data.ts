import { xdr } from '@stellar/stellar-sdk'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import { canAffordEntry, MAX_SUBENTRIES, subentryCount } from '#harbour/horizon/ledger/account.ts'
import { note, type OperationRules } from './rules.ts'

function result(outcome: xdr.ManageDataResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.manageData(xdr.ManageDataResult[outcome]()))
}

export function manageDataRules({ dataName, dataValue }: xdr.ManageDataOp, source: Party): OperationRules {
  const name = dataName.toString()
  const value = dataValue === null ? null : Buffer.from(dataValue.value).toString('base64')
  return {
    threshold: 'med',
    untouched: result('manageDataSuccess'),
    contrived: result('manageDataLowReserve'),
    // The ledger's strings are printable ASCII (stellar-core, isStringValid).
    flaw: () => (/^[\x20-\x7e]{1,64}$/.test(name) ? null : result('manageDataInvalidName')),
    apply(situation) {
      const { draft } = situation
      const modifiedIn = situation.ledger.sequence
      const account = draft.find(source.address)
      if (account === undefined) return xdr.OperationResult.opNoAccount()
      const exists = Object.hasOwn(account.data, name)
      if (value === null) {
        if (!exists) return result('manageDataNameNotFound')
        const { [name]: _removed, ...others } = account.data
        draft.put({ ...account, data: others, modifiedIn })
        note(situation, source, 'data_removed', { name })
        return result('manageDataSuccess')
      }
      if (!exists && subentryCount(account) >= MAX_SUBENTRIES) return xdr.OperationResult.opTooManySubentries()
      if (!exists && !canAffordEntry(account)) return result('manageDataLowReserve')
      draft.put({ ...account, data: { ...account.data, [name]: value }, modifiedIn })
      note(situation, source, exists ? 'data_updated' : 'data_created', { name, value })
      return result('manageDataSuccess')
    },
  }
}
