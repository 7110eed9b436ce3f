/** An issuer sets trustline flags (CAP-18, CAP-35; stellar-core, TrustFlagsOpFrameBase). No offers exist to cancel. */
import { xdr } from '@stellar/stellar-sdk'
import { type AssetName, assetFields, assetName, issuerOf, isValidAsset } from '#harbour/horizon/assets.ts'
import { addressKey, addressOf, type Party } from '#harbour/horizon/engine/parties.ts'
import {
  AUTH_FLAGS,
  isAuthorized,
  LINE_FLAGS,
  type Trustline,
  trustlineOf,
  withTrustline,
} from '#harbour/horizon/ledger/account.ts'
import { note, type OperationRules, type Situation } from '../rules.ts'

const AUTHORIZATION = LINE_FLAGS.authorized | LINE_FLAGS.maintainsLiabilities
const ALL_FLAGS = AUTHORIZATION | LINE_FLAGS.clawback

type Outcome = 'Success' | 'NoTrustLine' | 'CantRevoke' | 'InvalidState'

function setResult(outcome: Outcome | 'Malformed' | 'LowReserve'): xdr.OperationResult {
  return xdr.OperationResult.opInner(
    xdr.OperationResultTr.setTrustLineFlags(xdr.SetTrustLineFlagsResult[`setTrustLineFlags${outcome}`]()),
  )
}

export function setTrustLineFlagsRules(operation: xdr.SetTrustLineFlagsOp, source: Party): OperationRules {
  const { setFlags, clearFlags } = operation
  const trustor = addressOf(operation.trustor)
  const asset = assetName(operation.asset)
  const isOwn = isValidAsset(operation.asset) && issuerOf(asset) === source.address && trustor !== source.address
  const areSettable = (setFlags & ~AUTHORIZATION) === 0 && setFlags !== AUTHORIZATION
  const areClearable = (clearFlags & ~ALL_FLAGS) === 0 && (setFlags & clearFlags) === 0
  return {
    threshold: 'low',
    untouched: setResult('Success'),
    contrived: setResult('CantRevoke'),
    flaw: () => (isOwn && areSettable && areClearable ? null : setResult('Malformed')),
    apply(situation) {
      const revokes = (clearFlags & AUTHORIZATION) !== 0 && !(setFlags & LINE_FLAGS.authorized)
      if (revokes && !mayRevoke(situation, source.address)) return setResult('CantRevoke')
      const outcome = changeLine(situation, { trustor, asset }, (line) => {
        const flags = (line.flags & ~clearFlags) | setFlags
        return (flags & AUTHORIZATION) === AUTHORIZATION ? 'InvalidState' : flags
      })
      if (outcome === 'Success') {
        const details = {
          trustor,
          ...assetFields(asset),
          ...flagEffects(setFlags, true),
          ...flagEffects(clearFlags, false),
        }
        note(situation, source, 'trustline_flags_updated', details)
      }
      return setResult(outcome)
    },
  }
}

function allowResult(outcome: Exclude<Outcome, 'InvalidState'> | 'Malformed'): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.allowTrust(xdr.AllowTrustResult[`allowTrust${outcome}`]()))
}

export function allowTrustRules(operation: xdr.AllowTrustOp, source: Party): OperationRules {
  const { authorize } = operation
  const trustor = addressOf(operation.trustor)
  const whole = ownAsset(operation.asset, source.address)
  const asset = assetName(whole)
  return {
    threshold: 'low',
    untouched: allowResult('Success'),
    contrived: allowResult('CantRevoke'),
    flaw: () =>
      authorize <= LINE_FLAGS.maintainsLiabilities && isValidAsset(whole) && trustor !== source.address
        ? null
        : allowResult('Malformed'),
    apply(situation) {
      const isRevocable = mayRevoke(situation, source.address)
      if (authorize === 0 && !isRevocable) return allowResult('CantRevoke')
      const outcome = changeLine(situation, { trustor, asset }, (line) => {
        const revokes = isAuthorized(line) && authorize === LINE_FLAGS.maintainsLiabilities
        return revokes && !isRevocable ? 'CantRevoke' : (line.flags & ~AUTHORIZATION) | authorize
      })
      if (outcome === 'Success') noteAllowance(situation, source, { trustor, asset, authorize })
      return allowResult(outcome === 'InvalidState' ? 'Malformed' : outcome)
    },
  }
}

/** The operation names only the code: the issuer is its source. */
export function ownAsset(code: xdr.AssetCode, issuer: string): xdr.Asset {
  const key = addressKey(issuer)
  return code.type === 'assetTypeCreditAlphanum4'
    ? xdr.Asset.assetTypeCreditAlphanum4(new xdr.AlphaNum4({ assetCode: code.assetCode4, issuer: key }))
    : xdr.Asset.assetTypeCreditAlphanum12(new xdr.AlphaNum12({ assetCode: code.assetCode12, issuer: key }))
}

function mayRevoke({ draft }: Situation, issuer: string): boolean {
  return ((draft.find(issuer)?.flags ?? 0) & AUTH_FLAGS.revocable) !== 0
}

type Line = { trustor: string; asset: AssetName }

/** `flagsOf` returns the new flags, or why the line is not changed. */
function changeLine(
  { draft, ledger }: Situation,
  { trustor, asset }: Line,
  flagsOf: (line: Trustline) => number | Outcome,
): Outcome {
  const account = draft.find(trustor)
  const line = account && trustlineOf(account, asset)
  if (account === undefined || line === undefined) return 'NoTrustLine'
  const flags = flagsOf(line)
  if (typeof flags === 'string') return flags
  draft.put(withTrustline(account, { ...line, flags, modifiedIn: ledger.sequence }))
  return 'Success'
}

/** Horizon's names, including its misspelling. */
function flagEffects(flags: number, value: boolean): Record<string, boolean> {
  return {
    ...(flags & LINE_FLAGS.authorized ? { authorized_flag: value } : {}),
    ...(flags & LINE_FLAGS.maintainsLiabilities ? { authorized_to_maintain_liabilites: value } : {}),
    ...(flags & LINE_FLAGS.clawback ? { clawback_enabled_flag: value } : {}),
  }
}

/** Two effects: under the old name, and under that of set_trust_line_flags. */
function noteAllowance(situation: Situation, source: Party, allowed: Line & { authorize: number }): void {
  const { trustor, asset, authorize } = allowed
  const what = { trustor, ...assetFields(asset) }
  const flags = authorize === 0 ? flagEffects(AUTHORIZATION, false) : flagEffects(authorize, true)
  note(situation, source, ALLOWANCES[authorize] ?? 'trustline_deauthorized', what)
  note(situation, source, 'trustline_flags_updated', { ...what, ...flags })
}

const ALLOWANCES = [
  'trustline_deauthorized',
  'trustline_authorized',
  'trustline_authorized_to_maintain_liabilities',
] as const
