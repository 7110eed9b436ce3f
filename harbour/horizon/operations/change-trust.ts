import { xdr } from '@stellar/stellar-sdk'
import { type Party, plainParty } from '#harbour/horizon/engine/parties.ts'
import { AUTH_FLAGS, LINE_FLAGS, trustlineOf } from '#harbour/horizon/ledger/account.ts'
import { releaseEntries, reserveSubentry } from '#harbour/horizon/ledger/reserves.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields, assetName, issuerOf, isValidAsset } from '../assets.ts'
import { note, noteSponsor, type OperationRules } from './rules.ts'

function result(outcome: xdr.ChangeTrustResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.changeTrust(xdr.ChangeTrustResult[outcome]()))
}

/** Null for pool shares: the local ledger has no liquidity pools. */
export function changeTrustRules({ line, limit }: xdr.ChangeTrustOp, source: Party): OperationRules | null {
  if (line.type === 'assetTypePoolShare') return null
  const isMalformed = line.type === 'assetTypeNative' || !isValidAsset(line)
  const asset = assetName(line)
  return {
    threshold: 'med',
    untouched: result('changeTrustSuccess'),
    contrived: result('changeTrustLowReserve'),
    flaw: () =>
      limit < 0n || isMalformed || issuerOf(asset) === source.address ? result('changeTrustMalformed') : null,
    apply(situation) {
      const { draft } = situation
      const modifiedIn = situation.ledger.sequence
      const account = draft.find(source.address)
      if (account === undefined) return xdr.OperationResult.opNoAccount()
      const existing = trustlineOf(account, asset)
      const issuer = draft.find(issuerOf(asset) ?? '')
      const what = { ...assetFields(asset), limit: formatStroops(limit) }

      if (existing === undefined) {
        if (limit === 0n) return result('changeTrustInvalidLimit')
        if (issuer === undefined) return result('changeTrustNoIssuer')
        const reserve = reserveSubentry(draft, account, modifiedIn)
        if (reserve === 'TooManySubentries') return xdr.OperationResult.opTooManySubentries()
        if (reserve === 'LowReserve') return result('changeTrustLowReserve')
        const { sponsor } = reserve
        const authorized = (issuer.flags & AUTH_FLAGS.required) === 0 ? LINE_FLAGS.authorized : 0
        const clawback = (issuer.flags & AUTH_FLAGS.clawback) === 0 ? 0 : LINE_FLAGS.clawback
        const added = { asset, balance: 0n, limit, flags: authorized | clawback, sponsor, modifiedIn }
        draft.put({ ...account, trustlines: [...account.trustlines, added], modifiedIn })
        note(situation, source, 'trustline_created', what)
        noteSponsor(situation, plainParty(source.address), 'trustline', { before: null, after: sponsor, asset })
        return result('changeTrustSuccess')
      }

      if (limit < existing.balance) return result('changeTrustInvalidLimit')
      const others = account.trustlines.filter((other) => other.asset !== asset)
      if (limit === 0n) {
        draft.put({ ...account, trustlines: others, modifiedIn })
        releaseEntries(draft, { sponsor: existing.sponsor, entries: 1, ledger: modifiedIn })
        note(situation, source, 'trustline_removed', what)
        const change = { before: existing.sponsor, after: null, asset }
        noteSponsor(situation, plainParty(source.address), 'trustline', change)
        return result('changeTrustSuccess')
      }
      if (issuer === undefined) return result('changeTrustNoIssuer')
      draft.put({ ...account, trustlines: [...others, { ...existing, limit, modifiedIn }] })
      note(situation, source, 'trustline_updated', what)
      return result('changeTrustSuccess')
    },
  }
}
