/** What emails say about custody: ready answers, so that no email asks who keeps the money (docs/decisions/142). */
import { z } from 'zod'
import { NETWORKS } from '#app/kernel/domain/assets.ts'

/** Keys of messages, each a paragraph. */
type Saying =
  | 'common:clock.outcome.lapsed.text'
  | `common:division.${'letter.paid' | 'text.reduction'}`
  | `common:held.${'until' | 'next.over.text' | 'what.stellar' | 'what.xrpl'}`
  | 'common:seller.doneText'
  | 'disputeOpened.money'
  | `documentsApproved.${'funded' | 'unfunded'}`
  | 'documentsRejected.subject'
  | `escrowFunded.${'buyer' | 'seller'}`
  | `escrowOpened.${'about' | 'body' | 'way'}`
  | `held.${'about' | 'again' | 'dispute' | 'final' | 'opened' | 'reduction' | 'unlocked'}`
  | `held.funded.${'buyer' | 'seller'}`
  | `held.how.${'stellar' | 'xrpl'}`
  | 'reminder.invitation_unanswered.text'
  | `sellerConfirmed.${'body' | 'heading'}`

export type Sayings = readonly Saying[]

/** The custody of an email's escrow, as answers (settlement/custody/emails/email-custody). */
export type EmailCustody = {
  /** From then on its ledger returns the money, ISO 8601; null: no such date. */
  until: string | null
  /** What moves the money; whether each side states its wallet when there is money for it, or both agreed before. */
  settledBy: 'payout' | 'signatures' | 'secret'
  wallets: 'stated' | 'agreed'
  /** How the money moves, for emails about money that is to move. */
  how: Sayings
  says: Record<
    | 'invited'
    | 'unanswered'
    | 'lapsed'
    | 'confirmed'
    | 'approved'
    | 'approvedUnfunded'
    | 'refundAgreed'
    | 'reduction'
    | 'divided'
    | 'disputed',
    Sayings
  > & {
    fundedHeading: 'escrowFunded.subject' | 'held.funded.heading'
    /** When money has arrived, in any stage. */
    funded: Record<'buyer' | 'seller', Sayings>
    /** The same while no shipment is confirmed. */
    fundedFirst: Record<'buyer' | 'seller', Sayings>
  }
}

/** The ledger that holds the money of an email's escrow, and the date from which on it goes back to the buyer. */
export const keptBy = z.object({ on: z.enum(NETWORKS), until: z.iso.datetime() })
export type KeptBy = z.infer<typeof keptBy>
