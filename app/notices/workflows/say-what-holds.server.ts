/** Updates an email that may have waited: read at its first attempt, not when it was written (docs/decisions/108). */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findTwin } from '#app/notices/db/emails-of-acts.server.ts'
import type { EmailStanding } from '#app/notices/domain/email-stage.ts'
import { notificationOf } from '#app/notices/domain/notification.ts'
import type { EmailContent } from '#app/notices/emails/emails.ts'
import { expectationOf } from '#app/settlement/payouts/domain/expectation.ts'
import { findDocuments } from '#app/trade/documents/db/documents.server.ts'
import { SHIPMENT_IMAGE } from '#app/trade/documents/domain/documents.ts'
import { nextAwaiting } from '#app/trade/lookup/domain/next-awaiting.ts'

/** `stage`: of the email. Null: nothing overtakes it. */
type About = { escrow: StoredEscrow; standing: EmailStanding; stage: string | null; recipient: string; now: Date }

/** The caller has locked the escrow's row. */
export async function sayWhatHolds(tx: Transaction, content: EmailContent, about: About): Promise<EmailContent> {
  const { escrow, standing, stage } = about
  const isDecided = standing.approval === 'Approved' || standing.isOver
  // Always sent, as it reports an event; but whose turn it is depends on what else has happened.
  if (content.letter === 'escrow_funded') {
    return { ...content, stage: stageOf(escrow.facts), isYours: awaitingOf(about) === content.reader, isDecided }
  }
  if (stage === null) return content
  switch (content.letter) {
    case 'seller_confirmed':
      return { ...content, ...(await countOf(tx, escrow.id)), walletDiffers: expectationOf(escrow) === 'differs' }
    case 'dispute_opened':
      return {
        ...content,
        lacksWallet: content.reader === 'buyer' && escrow.refundAddress === null,
        ...(content.reader === content.openedBy && (await otherNotified(tx, content, about))),
      }
    case 'payout_blocked':
      return { ...content, ...(content.reader !== content.payee && (await otherNotified(tx, content, about))) }
    case 'payout_wallet_changed':
      return { ...content, isDecided, ...(content.reader === 'seller' && (await otherNotified(tx, content, about))) }
    case 'refund_answered':
      return { ...content, isYours: !content.isAgreed && awaitingOf(about) === 'buyer' }
    case 'clock':
      return { ...content, dueAt: standing.open.clock?.dueAt ?? content.dueAt }
    default:
      return content
  }
}

/** As on the pages. */
const awaitingOf = ({ escrow, now }: About) => nextAwaiting(stageOf(escrow.facts), escrow, now)

async function countOf(tx: Transaction, escrowId: string): Promise<{ documents: string; images: string }> {
  const presented = await findDocuments(tx, escrowId)
  const images = presented.filter(({ type }) => type === SHIPMENT_IMAGE).length
  return { documents: String(presented.length - images), images: String(images) }
}

/** The state of the email to the other party; left out when there is none. */
async function otherNotified(
  tx: Transaction,
  { letter }: Pick<EmailContent, 'letter'>,
  { escrow, stage, recipient, now }: About,
) {
  const twin = stage === null ? null : await findTwin(tx, { escrowId: escrow.id, letter, stage, recipient })
  const told = twin && notificationOf(twin, now)
  return told && { otherTold: told }
}
