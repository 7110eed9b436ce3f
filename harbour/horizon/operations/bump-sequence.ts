import { xdr } from '@stellar/stellar-sdk'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import { note, type OperationRules } from './rules.ts'

function result(outcome: xdr.BumpSequenceResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.bumpSequence(xdr.BumpSequenceResult[outcome]()))
}

/** A number that is not above the account's own changes only `sequenceMoved`. */
export function bumpSequenceRules({ bumpTo }: xdr.BumpSequenceOp, source: Party): OperationRules {
  return {
    threshold: 'low',
    untouched: result('bumpSequenceSuccess'),
    contrived: result('bumpSequenceBadSeq'),
    flaw: () => (bumpTo < 0n ? result('bumpSequenceBadSeq') : null),
    apply(situation) {
      const { draft, ledger } = situation
      const account = draft.find(source.address)
      if (account === undefined) return xdr.OperationResult.opNoAccount()
      const sequence = bumpTo > account.sequence ? bumpTo : account.sequence
      const sequenceMoved = { ledger: ledger.sequence, time: ledger.closeTime }
      draft.put({ ...account, sequence, sequenceMoved, modifiedIn: ledger.sequence })
      if (sequence !== account.sequence) note(situation, source, 'sequence_bumped', { new_seq: sequence.toString() })
      return result('bumpSequenceSuccess')
    },
  }
}
