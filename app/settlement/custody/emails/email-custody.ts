/** What emails say about custody (docs/decisions/142), which the outbox stores. A new custodian adds a row. */

import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import type { EmailCustody, KeptBy } from '#app/kernel/emails/email-custody.ts'
import type { Custodian } from '#app/settlement/custody/domain/custodian.ts'

type Row = Omit<EmailCustody, 'until'>

const PLATFORM: Row = {
  settledBy: 'payout',
  wallets: 'stated',
  how: [],
  says: {
    invited: ['escrowOpened.about', 'escrowOpened.way', 'escrowOpened.body'],
    unanswered: ['reminder.invitation_unanswered.text', 'escrowOpened.about'],
    fundedHeading: 'escrowFunded.subject',
    funded: { buyer: [], seller: [] },
    fundedFirst: { buyer: ['escrowFunded.buyer'], seller: ['escrowFunded.seller'] },
    lapsed: ['common:clock.outcome.lapsed.text'],
    confirmed: ['sellerConfirmed.body'],
    approved: ['documentsApproved.funded'],
    approvedUnfunded: ['documentsApproved.unfunded'],
    refundAgreed: ['documentsApproved.funded'],
    reduction: ['common:division.text.reduction'],
    divided: ['common:division.letter.paid'],
    disputed: ['disputeOpened.money'],
  },
}

function onLedger(on: 'stellar' | 'xrpl'): Row {
  const what = `common:held.what.${on}` as const
  const how = `held.how.${on}` as const
  return {
    settledBy: NETWORK_FACTS[on].custody.settledBy,
    wallets: 'agreed',
    how: [how],
    says: {
      invited: ['held.about', what, 'escrowOpened.way', 'held.opened'],
      unanswered: ['escrowOpened.way', 'held.opened', 'held.about'],
      fundedHeading: 'held.funded.heading',
      funded: { buyer: [what, 'held.funded.buyer'], seller: [what] },
      fundedFirst: { buyer: [], seller: ['held.funded.seller'] },
      lapsed: ['common:held.next.over.text'],
      confirmed: [how],
      approved: [how, 'held.again'],
      approvedUnfunded: ['held.unlocked', how, 'held.again'],
      refundAgreed: [how, 'held.again'],
      reduction: ['held.reduction', how],
      divided: [how, 'held.final'],
      disputed: ['held.dispute', 'common:held.until'],
    },
  }
}

const ROWS: Record<Custodian, Row> = { platform: PLATFORM, stellar: onLedger('stellar'), xrpl: onLedger('xrpl') }

/** `held`: as stored in the outbox; left out: Quayside keeps the money. */
export function custodyInEmail(held: KeptBy | undefined): EmailCustody {
  return { ...ROWS[held?.on ?? 'platform'], until: held?.until ?? null }
}
