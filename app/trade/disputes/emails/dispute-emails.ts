/** Emails about a dispute: opened, statements, decision. */
import { z } from 'zod'
import {
  amount,
  asset,
  howItMoves,
  notifiedOther,
  ofEscrow,
  otherNotified,
  reader,
  sayAll,
  toSign,
  txid,
} from '#app/kernel/emails/email.ts'
import { amountFact, quoteFact, shareFacts } from '#app/kernel/emails/facts.ts'
import { formatMoment } from '#app/kernel/i18n/format.ts'

const IS_ZERO = /^0+(\.0*)?$/

export const DISPUTE_EMAILS = {
  /** To both sides: nothing moves until the operator decides. */
  dispute_opened: ofEscrow(
    {
      reader,
      openedBy: reader,
      txid,
      amount,
      asset,
      /** The own words of the one who opened it. */
      reason: z.string(),
      /** The reader is the buyer and has stated no refund wallet. Missing in old emails. */
      lacksWallet: z.boolean().optional(),
      /** Only for the one who opened it. */
      otherTold: otherNotified.optional(),
      /** When Quayside plans to decide. Missing in old emails. */
      decideBy: z.iso.datetime().optional(),
    },
    (dispute, context) => {
      const { t, custody, language } = context
      const isOwn = dispute.reader === dispute.openedBy
      const lacksWallet = dispute.lacksWallet === true && custody.wallets === 'stated'
      const time = dispute.decideBy ? formatMoment(dispute.decideBy, language) : null
      const subject = lacksWallet ? 'subjectWallet' : isOwn ? 'subject' : 'subjectSay'
      const heading = t(isOwn ? 'disputeOpened.headingOwn' : 'disputeOpened.headingOther')
      return {
        subject: time ? t(`disputeOpened.${subject}`, { time }) : heading,
        // The one who opened it has stated a reason; the other side is to respond.
        turn: t(lacksWallet || !isOwn ? 'frame.yourTurn' : 'frame.theirTurn'),
        heading,
        paragraphs: [
          ...(lacksWallet ? [t('disputeOpened.wallet')] : []),
          t('disputeOpened.say'),
          ...(time ? [t('common:lookup.settle.dispute.decideBy', { time })] : []),
          ...sayAll(custody.says.disputed, context),
          ...notifiedOther(dispute.otherTold, context),
        ],
        facts: [...quoteFact(dispute.reason, dispute.openedBy, context), ...amountFact(dispute, context)],
        actionLabel: t(lacksWallet ? 'action.refundWallet' : isOwn ? 'action.openEscrow' : 'action.say'),
        actionAnchor: lacksWallet ? 'refund-wallet' : 'dispute',
      }
    },
  ),

  /** To the other side: a statement in the open dispute. Of several in a row, only the newest is sent. */
  dispute_statement: ofEscrow(
    {
      txid,
      by: reader,
      openedBy: reader,
      /** That side's own words; may be empty. */
      words: z.string(),
      /** Number of files. */
      files: z.string().regex(/^\d+$/),
      /** When Quayside plans to decide. */
      decideBy: z.iso.datetime(),
    },
    (said, context) => {
      const { t, language } = context
      return {
        subject: t('disputeStatement.heading'),
        turn: t('frame.mayAnswer'),
        paragraphs: [
          t('disputeOpened.say'),
          t('common:lookup.settle.dispute.decideBy', { time: formatMoment(said.decideBy, language) }),
        ],
        facts: [
          ...quoteFact(said.words, said.by, context),
          ...(said.files === '0' ? [] : [{ label: t('disputeStatement.files'), value: said.files }]),
        ],
        actionAnchor: 'dispute',
      }
    },
  ),

  /** To both sides. */
  dispute_decided: ofEscrow(
    {
      reader,
      txid,
      asset,
      /** `dismissed`: the decision pays nothing, and the escrow continues as before. */
      decision: z.enum(['release', 'refund', 'split', 'dismissed']),
      /** Sum to the escrow's amount. Both 0 if the dispute is dismissed. */
      toSeller: amount,
      toBuyer: amount,
      /** The operator's reasons. */
      note: z.string(),
    },
    (dispute, context) => {
      const { t, custody } = context
      const isDismissed = dispute.decision === 'dismissed'
      const [seller, buyer] = shareFacts(dispute, context)
      return {
        subject: t('disputeDecided.subject'),
        turn: isDismissed ? undefined : t('frame.theirTurn'),
        heading: t(isDismissed ? 'disputeDecided.headingDismissed' : 'disputeDecided.subject'),
        paragraphs: isDismissed ? [t('disputeDecided.goesOn')] : [...howItMoves(context), t('held.final')],
        facts: [
          ...(IS_ZERO.test(dispute.toSeller) ? [] : [seller]),
          ...(IS_ZERO.test(dispute.toBuyer) ? [] : [buyer]),
          ...(dispute.note ? [{ label: t('disputeDecided.note'), value: dispute.note }] : []),
        ],
        ...(custody.settledBy === 'signatures' && !isDismissed && toSign(dispute, context)),
      }
    },
  ),
}
