/**
 * Money that somebody has put on a ledger for an account of ours, and that is not ours before it is claimed: a claimable
 * balance on Stellar; an escrow or a check on the XRP Ledger.
 */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { isDust } from './dust.ts'

export const CLAIMABLE_KINDS = ['claimable_balance', 'escrow', 'check'] as const
export type ClaimableKind = (typeof CLAIMABLE_KINDS)[number]

/** When the ledger lets our account claim it. */
export type ClaimWindow = {
  /** Null: it can be claimed from the start. */
  claimableFrom: Date | null
  /** The first moment at which it cannot be claimed any more; null: never. */
  claimableUntil: Date | null
}

export type Claimable = ClaimWindow & {
  kind: ClaimableKind
  asset: Asset
  amount: Decimal
  /** Only whoever knows a secret can claim it (XRP Ledger: an escrow with a condition). */
  needsSecret: boolean
}

/** A claim that cannot be included within this time is not signed. */
const TO_INCLUDE_MS = 180_000
/** After so many claims that the ledger refused a person looks. */
export const MOST_CLAIMS = 5
const FIRST_PAUSE_MS = 600_000

/** Is there enough of it to be worth a claim and a row? Next to nothing is left where it is. */
export function isWorthClaiming({ asset, amount }: Pick<Claimable, 'asset' | 'amount'>): boolean {
  return !isDust({ asset, amount, stillDue: null })
}

/** What cannot be claimed any more at this moment is not claimed now: the claim might come too late. */
export function lastClaimFor(now: Date): Date {
  return new Date(now.getTime() + TO_INCLUDE_MS)
}

/**
 * What a reader is told: it comes by itself, at once or from a moment on; a person here claims it, because no worker has the key; it needs its
 * sender's act; or it goes back to its sender, because our time for it is over.
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

/** When it is claimed again after so many claims that the ledger refused: ten minutes later, and twice as late each time. */
export function nextClaimAt(claims: number, now: Date): Date {
  return new Date(now.getTime() + FIRST_PAUSE_MS * 2 ** claims)
}

/** So many for one reference: whoever makes more reads of the newest. */
export const MOST_ON_LEDGER = 3

/** One as a page shows it, at the moment at which it was read. */
export type ShownClaimable = {
  id: string
  amount: string
  asset: Asset
  outlook: ClaimOutlook
  /** From when it can be claimed; null: already. */
  from: string | null
  hash: string
}

export function showClaimable(claimable: Judged & { id: string; hash: string }, now: Date): ShownClaimable {
  const { id, amount, asset, claimableFrom, hash } = claimable
  const isLater = claimableFrom !== null && claimableFrom > now
  const from = isLater ? claimableFrom.toISOString() : null
  return { id, amount: plain(amount), asset, outlook: outlookOf(claimable, now), from, hash }
}
