/** The ledger's rules for every kind of operation. One value per operation of one transaction. */
import type { xdr } from '@stellar/stellar-sdk'
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import type { Effect, EffectType } from '#harbour/horizon/engine/effects.ts'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import type { Thresholds } from '#harbour/horizon/ledger/account.ts'
import type { OperationPlace } from '#harbour/horizon/ledger/claimable-balance.ts'
import type { Market } from '#harbour/horizon/ledger/market.ts'

/** The closing ledger: its number and close time in unix seconds. */
export type LedgerMoment = { sequence: number; closeTime: number }

export type Situation = {
  draft: Draft
  ledger: LedgerMoment
  market: Market | null
  place: OperationPlace
  effects: Effect[]
}

export type OperationRules = {
  /** Threshold of its source that the signatures must reach. */
  threshold: keyof Thresholds
  /** What is wrong with it in any state of the ledger; null: nothing. */
  flaw(): xdr.OperationResult | null
  /** Applies it to the draft. Its source exists. */
  apply(situation: Situation): xdr.OperationResult
  /** Its result when an earlier operation was refused before this one was checked. */
  untouched: xdr.OperationResult
  /** A plausible failure, for the fault that makes an accepted transaction fail. */
  contrived: xdr.OperationResult
}

export function note({ effects }: Situation, account: Party, type: EffectType, details: Effect['details'] = {}): void {
  effects.push({ account, type, details })
}

type SponsoredKind = 'account' | 'trustline' | 'data' | 'claimable_balance' | 'signer'

/** Notes a change of an entry's sponsor; nothing when it is the same. */
export function noteSponsor(
  situation: Situation,
  account: Party,
  kind: SponsoredKind,
  { before, after, ...details }: { before: string | null; after: string | null } & Effect['details'],
): void {
  if (before === after) return
  if (before === null) note(situation, account, `${kind}_sponsorship_created`, { ...details, sponsor: after })
  else if (after === null)
    note(situation, account, `${kind}_sponsorship_removed`, { ...details, former_sponsor: before })
  else {
    note(situation, account, `${kind}_sponsorship_updated`, { ...details, former_sponsor: before, new_sponsor: after })
  }
}
