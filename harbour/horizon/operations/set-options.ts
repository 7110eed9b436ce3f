import { xdr } from '@stellar/stellar-sdk'
import { addressOf, type Party, plainParty } from '#harbour/horizon/engine/parties.ts'
import { signerKeyOf } from '#harbour/horizon/engine/signatures.ts'
import {
  type Account,
  AUTH_FLAGS,
  type Signer,
  type Thresholds,
  type Weighed,
} from '#harbour/horizon/ledger/account.ts'
import { releaseEntries, reserveSubentry } from '#harbour/horizon/ledger/reserves.ts'
import { note, noteSponsor, type OperationRules, type Situation } from './rules.ts'

const ALL_FLAGS = AUTH_FLAGS.required | AUTH_FLAGS.revocable | AUTH_FLAGS.immutable | AUTH_FLAGS.clawback
const MAX_SIGNERS = 20

function result(outcome: xdr.SetOptionsResult['type']): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.setOptions(xdr.SetOptionsResult[outcome]()))
}

export function setOptionsRules(operation: xdr.SetOptionsOp, source: Party): OperationRules {
  const { masterWeight, lowThreshold, medThreshold, highThreshold } = operation
  const weights = [masterWeight, lowThreshold, medThreshold, highThreshold]
  const signer = operation.signer && { key: signerKeyOf(operation.signer.key), weight: operation.signer.weight }
  const setFlags = operation.setFlags ?? 0
  const clearFlags = operation.clearFlags ?? 0
  return {
    threshold: signer !== null || weights.some((weight) => weight !== null) ? 'high' : 'med',
    untouched: result('setOptionsSuccess'),
    contrived: result('setOptionsLowReserve'),
    flaw() {
      if ((setFlags | clearFlags) & ~ALL_FLAGS) return result('setOptionsUnknownFlag')
      if (setFlags & clearFlags) return result('setOptionsBadFlags')
      if (weights.some((weight) => (weight ?? 0) > 255)) return result('setOptionsThresholdOutOfRange')
      const isOwnKey = signer?.key === source.address
      if (signer !== null && (isOwnKey || signer.weight > 255)) return result('setOptionsBadSigner')
      const isPlain = /^[\x20-\x7e]*$/.test(operation.homeDomain?.toString() ?? '')
      return isPlain ? null : result('setOptionsInvalidHomeDomain')
    },
    apply(situation) {
      const { draft } = situation
      const account = draft.find(source.address)
      if (account === undefined) return xdr.OperationResult.opNoAccount()
      const inflationDestination = operation.inflationDest && addressOf(operation.inflationDest)
      if (inflationDestination !== null && draft.find(inflationDestination) === undefined) {
        return result('setOptionsInvalidInflation')
      }
      if ((setFlags | clearFlags) !== 0 && account.flags & AUTH_FLAGS.immutable) return result('setOptionsCantChange')
      const flags = (account.flags & ~clearFlags) | setFlags
      if (flags & AUTH_FLAGS.clawback && !(flags & AUTH_FLAGS.revocable)) {
        return result('setOptionsAuthRevocableRequired')
      }
      const signers = signer === null ? account.signers : withSigner(situation, account, signer)
      if (typeof signers === 'string') return refusedSigner(signers)

      const changed: Account = {
        ...account,
        flags,
        signers,
        inflationDestination: inflationDestination ?? account.inflationDestination,
        homeDomain: operation.homeDomain?.toString() ?? account.homeDomain,
        masterWeight: masterWeight ?? account.masterWeight,
        thresholds: {
          low: lowThreshold ?? account.thresholds.low,
          med: medThreshold ?? account.thresholds.med,
          high: highThreshold ?? account.thresholds.high,
        },
        modifiedIn: situation.ledger.sequence,
      }
      draft.put(changed)
      noteChanges(situation, source, account, changed)
      return result('setOptionsSuccess')
    },
  }
}

/** Returns the signers with this one added, reweighted or (weight 0) removed; or why that is impossible. */
function withSigner(
  { draft, ledger }: Situation,
  account: Account,
  { key, weight }: Weighed,
): readonly Signer[] | 'signers' | 'subentries' | 'reserve' {
  const known = account.signers.find((signer) => signer.key === key)
  const others = account.signers.filter((signer) => signer !== known)
  if (weight === 0) {
    releaseEntries(draft, { sponsor: known?.sponsor ?? null, entries: 1, ledger: ledger.sequence })
    return others
  }
  if (known !== undefined) return [...others, { ...known, weight }]
  if (others.length >= MAX_SIGNERS) return 'signers'
  const reserve = reserveSubentry(draft, account, ledger.sequence)
  if (reserve === 'TooManySubentries') return 'subentries'
  if (reserve === 'LowReserve') return 'reserve'
  return [...others, { key, weight, sponsor: reserve.sponsor }]
}

function refusedSigner(reason: 'signers' | 'subentries' | 'reserve'): xdr.OperationResult {
  switch (reason) {
    case 'signers':
      return result('setOptionsTooManySigners')
    case 'subentries':
      return xdr.OperationResult.opTooManySubentries()
    case 'reserve':
      return result('setOptionsLowReserve')
  }
}

function noteChanges(situation: Situation, source: Party, before: Account, after: Account): void {
  if (after.homeDomain !== before.homeDomain) {
    note(situation, source, 'account_home_domain_updated', { home_domain: after.homeDomain })
  }
  if (!sameThresholds(before.thresholds, after.thresholds)) {
    const { low, med, high } = after.thresholds
    note(situation, source, 'account_thresholds_updated', {
      low_threshold: low,
      med_threshold: med,
      high_threshold: high,
    })
  }
  if (after.flags !== before.flags) note(situation, source, 'account_flags_updated', changedFlags(before, after))
  noteSigners(situation, source, before, after)
}

function sameThresholds(left: Thresholds, right: Thresholds): boolean {
  return left.low === right.low && left.med === right.med && left.high === right.high
}

function changedFlags(before: Account, after: Account): Record<string, boolean> {
  const names = { auth_required_flag: 1, auth_revocable_flag: 2, auth_immutable_flag: 4, auth_clawback_enabled_flag: 8 }
  const changed = Object.entries(names).filter(([, bit]) => (before.flags ^ after.flags) & bit)
  return Object.fromEntries(changed.map(([name, bit]) => [name, (after.flags & bit) !== 0]))
}

function noteSigners(situation: Situation, source: Party, before: Account, after: Account): void {
  const old = weightsOf(before)
  const current = weightsOf(after)
  for (const key of new Set([...old.keys(), ...current.keys()])) {
    const [was, is] = [old.get(key) ?? 0, current.get(key) ?? 0]
    if (was === is) continue
    const type = is === 0 ? 'signer_removed' : was === 0 ? 'signer_created' : 'signer_updated'
    note(situation, source, type, { weight: is, public_key: key, key: '' })
  }
  for (const key of [...new Set([...old.keys(), ...current.keys()])].sort()) {
    const change = { before: sponsorOf(before, key), after: sponsorOf(after, key), signer: key }
    noteSponsor(situation, plainParty(source.address), 'signer', change)
  }
}

function sponsorOf({ signers }: Account, key: string): string | null {
  return signers.find((signer) => signer.key === key)?.sponsor ?? null
}

function weightsOf({ address, masterWeight, signers }: Account): Map<string, number> {
  return new Map([...signers.map(({ key, weight }) => [key, weight] as const), [address, masterWeight]])
}
