/** What pages show about custody, never the custodian itself (docs/decisions/142). A new custodian adds a row. */

import type { CustodySays, CustodyView } from '#app/escrow/domain/escrow-details.ts'
import type { FundStep } from '#app/escrow/domain/onchain-state.ts'
import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { type Custodian, custodianOf, type Kept, ledgerDateOf } from './custodian.ts'
import { type Dated, isPastDate } from './past-date.ts'

export type Recorded = Dated & { held: { fundStep: FundStep } | null; verifiedAt: Date | null }

type Row = Pick<CustodyView, 'fundedBy' | 'settledBy' | 'wallets' | 'isDivisible' | 'says'>

const ROWS: Record<Custodian, Row> = {
  platform: {
    fundedBy: 'deposit',
    settledBy: 'payout',
    wallets: 'stated',
    isDivisible: true,
    says: {
      what: null,
      lapsed: null,
      declined: 'lookup.settle.answer.declineWhat',
      askedBack: 'lookup.settle.refund.text',
      silent: 'lookup.silent.funded',
      disputed: 'lookup.settle.dispute.text',
      rejected: 'lookup.decision.RejectedWhat',
    },
  },
  stellar: {
    fundedBy: 'lock',
    settledBy: NETWORK_FACTS.stellar.custody.settledBy,
    wallets: 'agreed',
    isDivisible: true,
    says: saysOfLedger('held.what.stellar', 'held.lapsed.stellar'),
  },
  xrpl: {
    fundedBy: 'lock',
    settledBy: NETWORK_FACTS.xrpl.custody.settledBy,
    wallets: 'agreed',
    isDivisible: false,
    says: saysOfLedger('held.what.xrpl', 'held.lapsed.xrpl'),
  },
}

/** The money is on the ledger: the texts say what that means instead of what we do with it. */
function saysOfLedger<What extends 'held.what.stellar' | 'held.what.xrpl'>(
  what: What,
  lapsed: CustodySays['lapsed'],
): CustodySays {
  const said = { declined: what, askedBack: what, silent: what }
  return { what, lapsed, ...said, disputed: 'held.dispute', rejected: 'held.rejectedWhat' }
}

/** What never changes for a custodian, for rules about a single answer. */
export function answersOf(kept: Kept): Row {
  return ROWS[custodianOf(kept)]
}

type At = {
  now: Date
  /** The latest funding time by the dates of the trade and the ledger; left out where it is not shown. */
  fundUntil?: Date | null
}

export function showCustody(record: Recorded, { now, fundUntil = null }: At): CustodyView {
  const { held, verifiedAt } = record
  const row = answersOf(record)
  const until = ledgerDateOf(record)?.toISOString() ?? null
  return {
    ...row,
    until,
    backAt: row.settledBy === 'secret' ? until : null,
    fundStep: held?.fundStep ?? null,
    fundUntil: held && !verifiedAt ? (fundUntil?.toISOString() ?? null) : null,
    hasLapsed: isPastDate(record, now),
    isSigning: held?.exit?.state === 'collecting',
  }
}

/** What an invited person without an account reads. */
export type InvitedCustody = Pick<CustodyView, 'until'> & {
  lead: 'invitation.lead' | NonNullable<CustodySays['what']>
  funded: 'invitation.funded' | 'held.next.locked.title'
}

export function showToInvited(record: Kept): InvitedCustody {
  const { fundedBy, says } = answersOf(record)
  return {
    until: ledgerDateOf(record)?.toISOString() ?? null,
    lead: says.what ?? 'invitation.lead',
    funded: fundedBy === 'lock' ? 'held.next.locked.title' : 'invitation.funded',
  }
}
