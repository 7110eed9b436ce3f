import { xdr } from '@stellar/stellar-sdk'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import type { Account } from '#harbour/horizon/ledger/account.ts'
import { releaseEntries, reserveSubentry } from '#harbour/horizon/ledger/reserves.ts'
import { note, noteSponsor, type OperationRules } from './rules.ts'

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
        const sponsor = account.dataSponsors[name] ?? null
        releaseEntries(draft, { sponsor, entries: 1, ledger: modifiedIn })
        draft.put({ ...withoutEntry(account, name), modifiedIn })
        note(situation, source, 'data_removed', { name })
        noteSponsor(situation, source, 'data', { before: sponsor, after: null, data_name: name })
        return result('manageDataSuccess')
      }
      const data = { ...account.data, [name]: value }
      if (exists) {
        // The entry is separate from the account: the account's last modification stays.
        draft.put({ ...account, data })
        note(situation, source, 'data_updated', { name, value })
        return result('manageDataSuccess')
      }
      const reserve = reserveSubentry(draft, account, modifiedIn)
      if (reserve === 'TooManySubentries') return xdr.OperationResult.opTooManySubentries()
      if (reserve === 'LowReserve') return result('manageDataLowReserve')
      const { sponsor } = reserve
      const dataSponsors = sponsor === null ? account.dataSponsors : { ...account.dataSponsors, [name]: sponsor }
      draft.put({ ...account, data, dataSponsors, modifiedIn })
      note(situation, source, 'data_created', { name, value })
      noteSponsor(situation, source, 'data', { before: null, after: sponsor, data_name: name })
      return result('manageDataSuccess')
    },
  }
}

function withoutEntry(account: Account, name: string): Account {
  const { [name]: _value, ...data } = account.data
  const { [name]: _sponsor, ...dataSponsors } = account.dataSponsors
  return { ...account, data, dataSponsors }
}
