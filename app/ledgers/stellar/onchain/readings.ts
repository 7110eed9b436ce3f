import type { Asset, Issuers } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { ClaimRule, DepositedBalance, TwoSignatureAccount } from '#app/trade/onchain/domain/differences.ts'
import type { PaidShare } from '#app/trade/onchain/domain/settlement.ts'
import { assetOfName, isOf } from '../assets.ts'
import type { ClaimableBalanceAnswer, OnchainAccountAnswer, OnchainOperationAnswer } from './answers.ts'

type Money = { issuers: Issuers }

/** `payer`: whoever made the balance; somebody else may sponsor its reserve. */
export function readBalance(found: ClaimableBalanceAnswer, payer: string, { issuers }: Money): DepositedBalance {
  const { asset, amount, claimants } = found
  return {
    asset: assetOfName(asset, issuers),
    amount: new Decimal(amount),
    payer,
    claimants: claimants.map(({ destination, predicate }) => ({ address: destination, rule: readRule(predicate) })),
  }
}

/** Only the two forms that are ever agreed on; any other form may hold at any time. */
export function readRule(predicate: Record<string, unknown>): ClaimRule {
  const before = readBefore(predicate)
  if (before !== null) return { is: 'before', seconds: before }
  const { not, ...others } = predicate
  const from = Object.keys(others).length === 0 && isRecord(not) ? readBefore(not) : null
  return from === null ? { is: 'other' } : { is: 'from', seconds: from }
}

/** Whether a balance lets this claimant take it at that second. The ledger decides; this saves a failed try. */
export function allowsAt(predicate: unknown, seconds: number): boolean {
  if (!isRecord(predicate)) return false
  const { unconditional, and, or, not } = predicate
  if (unconditional === true) return true
  if (Array.isArray(and)) return and.every((part) => allowsAt(part, seconds))
  if (Array.isArray(or)) return or.some((part) => allowsAt(part, seconds))
  if (isRecord(not)) return !allowsAt(not, seconds)
  const before = readBefore(predicate)
  return before !== null && seconds < before
}

/** The seconds at which a predicate may change its value. */
export function readMoments(predicate: unknown): number[] {
  if (!isRecord(predicate)) return []
  const { and, or, not } = predicate
  const before = readBefore(predicate)
  if (before !== null) return [before]
  return [and, or, not].flat().flatMap(readMoments)
}

function readBefore(predicate: Record<string, unknown>): number | null {
  const { abs_before: iso, abs_before_epoch: epoch, ...others } = predicate
  if (Object.keys(others).length > 0 || typeof iso !== 'string') return null
  // Horizon versions before 2022 do not send the seconds.
  const seconds = typeof epoch === 'string' ? Number(epoch) : Date.parse(iso) / 1000
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readTwoSignatureAccount(
  found: OnchainAccountAnswer,
  { asset, issuers }: Money & { asset: Asset },
): TwoSignatureAccount {
  const lines = found.balances.filter(({ asset_type: type }) => type !== 'native')
  const agreed = lines.find((line) => isOf(asset, line, issuers))
  const { low_threshold: low, med_threshold: medium, high_threshold: high } = found.thresholds
  return {
    signers: found.signers.map(({ key, weight, sponsor }) => ({ key, weight, sponsor: sponsor ?? null })),
    thresholds: { low, medium, high },
    agreedLine:
      agreed === undefined
        ? null
        : {
            limit: new Decimal(agreed.limit ?? 0),
            balance: new Decimal(agreed.balance ?? 0),
            isAuthorized: agreed.is_authorized !== false,
          },
    otherLines: lines.length - (agreed === undefined ? 0 : 1),
    hasData: Object.keys(found.data).length > 0,
    hasFlags: Object.values(found.flags).some((isSet) => isSet),
    sponsor: found.sponsor ?? null,
  }
}

/** What an operation paid out of this account, or set aside for one wallet at any time. Null: neither. */
export function readShareBalance(operation: OnchainOperationAnswer, account: string): PaidShare | null {
  const { type, from, to, amount, source_account: source, claimants = [] } = operation
  if (amount === undefined) return null
  const [only, ...others] = claimants
  const isSetAside =
    type === 'create_claimable_balance' &&
    source === account &&
    others.length === 0 &&
    only?.predicate.unconditional === true
  const address = type === 'payment' && from === account ? to : isSetAside ? only.destination : undefined
  if (address === undefined) return null
  return { address, amount: plain(new Decimal(amount)), ...(isSetAside && { isSetAside }) }
}
