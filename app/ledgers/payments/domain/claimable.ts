/**
 * Money that somebody put on a ledger for an account of ours, and that is ours only once claimed: a claimable balance
 * on Stellar; an escrow or a check on the XRP Ledger.
 */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { isDust } from './dust.ts'

export const CLAIMABLE_KINDS = ['claimable_balance', 'escrow', 'check'] as const
export type ClaimableKind = (typeof CLAIMABLE_KINDS)[number]

/** When the ledger lets our account claim it. */
export type ClaimWindow = {
  /** Null: from the start. */
  claimableFrom: Date | null
  /** The first moment at which it can no longer be claimed; null: never. */
  claimableUntil: Date | null
}

export type Claimable = ClaimWindow & {
  kind: ClaimableKind
  asset: Asset
  amount: Decimal
  /** Only claimable with a secret (XRP Ledger: an escrow with a condition). */
  needsSecret: boolean
}

/** A claim that cannot be included within this time is not signed. */
const TO_INCLUDE_MS = 180_000
/** After this many claims that the ledger refused, none is signed by itself: a person has to look. */
export const MOST_CLAIMS = 5
const FIRST_PAUSE_MS = 600_000

/** Whether it is worth a claim and a row: dust is not. */
export function isWorthClaiming({ asset, amount }: Pick<Claimable, 'asset' | 'amount'>): boolean {
  return !isDust({ asset, amount, stillDue: null })
}

/** Only what can still be claimed at this moment is claimed now: otherwise the claim might be late. */
export function lastClaimFor(now: Date): Date {
  return new Date(now.getTime() + TO_INCLUDE_MS)
}

/**
 * What a reader is told: it comes by itself, at once or later; a person here claims it, because no worker has the key;
 * its sender has to act; or it returns to its sender, because our time for it is over.
 */
export type ClaimOutlook = 'comes' | 'comes_later' | 'by_hand' | 'needs_sender' | 'goes_back'

type Judged = Claimable & { claims: number; hasKey: boolean }

export function outlookOf(claimable: Judged, now: Date): ClaimOutlook {
  const { claimableFrom, claimableUntil, needsSecret, claims, hasKey } = claimable
  if (claimableUntil !== null && claimableUntil <= now) return 'goes_back'
  if (needsSecret || claims >= MOST_CLAIMS) return 'needs_sender'
  if (claimableFrom !== null && claimableFrom > now) return 'comes_later'
  return hasKey ? 'comes' : 'by_hand'
}

/** The next claim after so many refused ones: ten minutes later, and doubled each time. */
export function nextClaimAt(claims: number, now: Date): Date {
  return new Date(now.getTime() + FIRST_PAUSE_MS * 2 ** claims)
}

/** Shown for one reference: the newest. */
export const MOST_ON_LEDGER = 3

/** For a page, at the moment of reading. */
export type ClaimableView = {
  id: string
  amount: string
  asset: Asset
  outlook: ClaimOutlook
  /** From when it can be claimed; null: now. */
  from: string | null
  hash: string
}

export function showClaimable(claimable: Judged & { id: string; hash: string }, now: Date): ClaimableView {
  const { id, amount, asset, claimableFrom, hash } = claimable
  const isLater = claimableFrom !== null && claimableFrom > now
  const from = isLater ? claimableFrom.toISOString() : null
  return { id, amount: plain(amount), asset, outlook: outlookOf(claimable, now), from, hash }
}
