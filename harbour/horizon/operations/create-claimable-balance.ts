import { xdr } from '@stellar/stellar-sdk'
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import { addressOf, type Party, plainParty } from '#harbour/horizon/engine/parties.ts'
import { AUTH_FLAGS, LINE_FLAGS, trustlineOf } from '#harbour/horizon/ledger/account.ts'
import { debit } from '#harbour/horizon/ledger/balances.ts'
import { balanceIdAt, balanceIdHex, isValidPredicate, madeAbsolute } from '#harbour/horizon/ledger/claimable-balance.ts'
import { sponsorEntries } from '#harbour/horizon/ledger/reserves.ts'
import { formatStroops } from '../amounts.ts'
import { type AssetName, assetFields, assetName, issuerOf, isValidAsset } from '../assets.ts'
import { predicateJson } from '../resources/predicate.ts'
import { note, noteSponsor, type OperationRules, type Situation } from './rules.ts'

type Failure = Exclude<xdr.CreateClaimableBalanceResult['type'], 'createClaimableBalanceSuccess'>

function failure(outcome: Failure): xdr.OperationResult {
  return wrap(xdr.CreateClaimableBalanceResult[outcome]())
}

function success(id: xdr.ClaimableBalanceId): xdr.OperationResult {
  return wrap(xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(id))
}

function wrap(result: xdr.CreateClaimableBalanceResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.createClaimableBalance(result))
}

/** The result names of a failed debit are shorter here than in a payment. */
const DEBIT_FAILURES = {
  SrcNoTrust: 'createClaimableBalanceNoTrust',
  SrcNotAuthorized: 'createClaimableBalanceNotAuthorized',
  Underfunded: 'createClaimableBalanceUnderfunded',
} as const

export function createClaimableBalanceRules(operation: xdr.CreateClaimableBalanceOp, source: Party): OperationRules {
  const { amount } = operation
  const claimants = operation.claimants.map(({ v0 }) => ({
    destination: addressOf(v0.destination),
    predicate: v0.predicate,
  }))
  return {
    threshold: 'med',
    untouched: success(xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(new Uint8Array(32))),
    contrived: failure('createClaimableBalanceUnderfunded'),
    flaw() {
      const isWhole = isValidAsset(operation.asset) && amount > 0n && claimants.length > 0
      const areDifferent = new Set(claimants.map(({ destination }) => destination)).size === claimants.length
      const areValid = claimants.every(({ predicate }) => isValidPredicate(predicate))
      return isWhole && areDifferent && areValid ? null : failure('createClaimableBalanceMalformed')
    },
    apply(situation) {
      const { draft, ledger, place } = situation
      const asset = assetName(operation.asset)
      const debited = debit(draft, { address: source.address, asset, amount, ledger: ledger.sequence })
      if (debited !== 'done') return failure(DEBIT_FAILURES[debited])
      // No account owns the balance: without a sponsor, its creator counts as one.
      const sponsor = draft.sponsorships.get(source.address) ?? source.address
      if (!sponsorEntries(draft, { sponsor, entries: claimants.length, ledger: ledger.sequence })) {
        return failure('createClaimableBalanceLowReserve')
      }
      const id = balanceIdAt(place)
      const hex = balanceIdHex(id)
      draft.putBalance({
        id: hex,
        asset,
        amount,
        sponsor,
        clawback: canBeClawedBack(draft, source.address, asset),
        claimants: claimants.map(({ destination, predicate }) => ({
          destination,
          predicate: madeAbsolute(predicate, ledger.closeTime).toXdr('base64'),
        })),
        modifiedIn: ledger.sequence,
      })
      noteCreation(situation, source, { hex, asset, amount, claimants, sponsor })
      return success(id)
    },
  }
}

/** As the trustline that it came from; if the issuer creates it, as the issuer's account says. */
function canBeClawedBack(draft: Draft, address: string, asset: AssetName): boolean {
  const account = draft.find(address)
  if (account === undefined || asset === 'native') return false
  if (issuerOf(asset) === address) return (account.flags & AUTH_FLAGS.clawback) !== 0
  return ((trustlineOf(account, asset)?.flags ?? 0) & LINE_FLAGS.clawback) !== 0
}

type Creation = {
  hex: string
  asset: ReturnType<typeof assetName>
  amount: bigint
  claimants: { destination: string; predicate: xdr.ClaimPredicate }[]
  sponsor: string
}

function noteCreation(situation: Situation, source: Party, { hex, asset, amount, claimants, sponsor }: Creation): void {
  const what = { balance_id: hex, amount: formatStroops(amount), asset }
  const flag: Record<string, boolean> = situation.draft.findBalance(hex)?.clawback
    ? { claimable_balance_clawback_enabled_flag: true }
    : {}
  note(situation, source, 'claimable_balance_created', { ...what, ...flag })
  for (const { destination, predicate } of claimants) {
    const details = { ...what, predicate: predicateJson(predicate) }
    note(situation, plainParty(destination), 'claimable_balance_claimant_created', details)
  }
  note(situation, source, 'account_debited', { ...assetFields(asset), amount: formatStroops(amount) })
  noteSponsor(situation, source, 'claimable_balance', { before: null, after: sponsor, balance_id: hex })
}
