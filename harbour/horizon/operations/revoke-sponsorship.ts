/** Gives up the reserve of an entry, or passes it on: to its account, or to the revoker's own sponsor of the moment. */
import { xdr } from '@stellar/stellar-sdk'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import { canReserve } from '#harbour/horizon/ledger/account.ts'
import { releaseEntries, sponsorEntries } from '#harbour/horizon/ledger/reserves.ts'
import { issuerOf } from '../assets.ts'
import { noteSponsor, type OperationRules, type Situation } from './rules.ts'
import { findSponsored, type SponsoredKey, type SponsoredThing, sponsoredKey } from './sponsored-things.ts'

type Outcome = xdr.RevokeSponsorshipResult['type']

function result(outcome: Outcome): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.revokeSponsorship(xdr.RevokeSponsorshipResult[outcome]()))
}

export function revokeSponsorshipRules(operation: xdr.RevokeSponsorshipOp, source: Party): OperationRules {
  const key = sponsoredKey(operation)
  return {
    threshold: 'med',
    untouched: result('revokeSponsorshipSuccess'),
    contrived: result('revokeSponsorshipLowReserve'),
    flaw: () => (key === null || isMalformed(key) ? result('revokeSponsorshipMalformed') : null),
    apply(situation) {
      const thing = key === null ? null : findSponsored(situation.draft, key)
      if (thing === null) return result('revokeSponsorshipDoesNotExist')
      return result(revoke(situation, thing, source))
    },
  }
}

function isMalformed(key: SponsoredKey): boolean {
  switch (key.kind) {
    case 'trustline':
      return key.asset === 'native' || issuerOf(key.asset) === key.account
    case 'data':
      return !/^[\x20-\x7e]{1,64}$/.test(key.name)
    default:
      return false
  }
}

/** In the order of stellar-core's checks (RevokeSponsorshipOpFrame). */
function revoke(situation: Situation, thing: SponsoredThing, source: Party): Outcome {
  const { draft, ledger } = situation
  const { sponsor: before, owner, entries } = thing
  if ((before ?? owner) !== source.address) return 'revokeSponsorshipNotSponsor'
  const heir = draft.sponsorships.get(source.address) ?? null
  const after = heir === (owner ?? before) ? null : heir
  if (after === null && owner === null) return 'revokeSponsorshipOnlyTransferable'
  if (before === null && after === null) return 'revokeSponsorshipSuccess'
  if (after !== null && !sponsorEntries(draft, { sponsor: after, entries, ledger: ledger.sequence })) {
    return 'revokeSponsorshipLowReserve'
  }
  const account = after === null && owner !== null ? draft.find(owner) : undefined
  if (account !== undefined && !canReserve(account, entries)) return 'revokeSponsorshipLowReserve'
  releaseEntries(draft, { sponsor: before, entries, ledger: ledger.sequence })
  thing.putSponsor(after, ledger.sequence)
  const noted = thing.isNotedForSource ? source : thing.party
  noteSponsor(situation, noted, thing.kind, { before, after, ...thing.details })
  return 'revokeSponsorshipSuccess'
}
