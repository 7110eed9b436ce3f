/** The consequence of a deadline, for tests of texts: by the rule itself, with the facts that a test changes. */

import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import {
  type Consequence,
  type ConsequenceView,
  consequenceOf,
  type Situation,
  showConsequence,
} from '#app/trade/terms/domain/consequence.ts'
import { type DeadlineKind, OWNERS } from '#app/trade/terms/domain/standing.ts'
import type { DatesSaid } from '#app/trade/terms/emails/ahead.ts'

export const DUE_AT = '2026-12-04T23:59:00.000Z'

/** 500, fully paid and complete; the notice was delivered, and the wallet is the expected one. */
export const SITUATION: Situation = {
  now: new Date('2026-11-01T12:00:00.000Z'),
  custody: 'platform',
  ledgerDate: null,
  amount: new Decimal(500),
  receivedAmount: new Decimal(500),
  onSilence: 'accepted',
  isComplete: true,
  wasPresented: false,
  roundsLeft: 2,
  walletMustBeChecked: false,
  buyerHasConfirmedEmail: true,
  isNoticeUnheard: false,
  hasRefundWallet: true,
}

const STEP_OF = {
  fund: 'fund',
  present: 'present',
  grace: 'present',
  examine: 'examine',
  last_notice: 'examine',
} as const
export const ownerOf = (kind: DeadlineKind) => OWNERS[STEP_OF[kind]]

export function consequence(kind: DeadlineKind, changes: Partial<Situation> = {}, isUnable = false): Consequence {
  const dueAt = new Date(DUE_AT)
  const wait = isUnable ? { kind: 'locked' as const, from: dueAt, until: dueAt } : null
  return consequenceOf({ kind, owner: ownerOf(kind), dueAt, wait }, { ...SITUATION, ...changes })
}

/** As pages show it. */
export const ahead = (...of: Parameters<typeof consequence>) => showConsequence(consequence(...of))

type Of = { reader: Reader; asset?: Asset; txid?: string }

/** As emails show it. Null: the trade has no dates. */
export function datesSaid(said: ConsequenceView | null, { reader, asset = 'USDC', txid = 'auto_X' }: Of): DatesSaid {
  return { reader, asset, txid, ahead: said }
}
