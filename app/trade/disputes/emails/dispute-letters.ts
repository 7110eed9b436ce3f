/** Letters about a dispute: that it is open, what was said in it, how it was decided. */
import { z } from 'zod'
import { amountFact, quoteFact, shareFacts } from '#app/kernel/emails/facts.ts'
import {
  amount,
  asset,
  howItMoves,
  ofEscrow,
  otherTold,
  reader,
  sayAll,
  toldOther,
  toSign,
  txid,
} from '#app/kernel/emails/letter.ts'
import { formatMoment } from '#app/kernel/i18n/format.ts'

const IS_ZERO = /^0+(\.0*)?$/

export const DISPUTE_LETTERS = {
  /** To both sides: nothing moves until the operator has decided. */
  dispute_opened: ofEscrow(
    {
      reader,
      openedBy: reader,
      txid,
      amount,
      asset,
      /** In the words of whoever opened it. */
      reason: z.string(),
      /** The reader is the buyer, and has stated no wallet for a refund. Letters of before do not say. */
      lacksWallet: z.boolean().optional(),
      /** To whoever opened it. */
      otherTold: otherTold.optional(),
      /** By when Quayside means to decide. Letters of before do not say. */
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
        // Whoever opened it has said why; the other side has something to say to it.
        turn: t(lacksWallet || !isOwn ? 'frame.yourTurn' : 'frame.theirTurn'),
        heading,
        paragraphs: [
          ...(lacksWallet ? [t('disputeOpened.wallet')] : []),
          t('disputeOpened.say'),
          ...(time ? [t('common:lookup.settle.dispute.decideBy', { time })] : []),
          ...sayAll(custody.says.disputed, context),
          ...toldOther(dispute.otherTold, context),
        ],
        facts: [...quoteFact(dispute.reason, dispute.openedBy, context), ...amountFact(dispute, context)],
        actionLabel: t(lacksWallet ? 'action.refundWallet' : isOwn ? 'action.openEscrow' : 'action.say'),
        actionAnchor: lacksWallet ? 'refund-wallet' : 'dispute',
      }
    },
  ),

  /** To the other side: what was said in the dispute that is open. Of several in a row it carries the newest. */
  dispute_statement: ofEscrow(
    {
      txid,
      by: reader,
      /** Which dispute it is. */
      openedBy: reader,
      /** In the words of that side; may be empty. */
      words: z.string(),
      /** How many files came with it. */
      files: z.string().regex(/^\d+$/),
      /** By when Quayside means to decide. */
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

  /** To both sides, with the operator's note. */
  dispute_decided: ofEscrow(
    {
      reader,
      txid,
      asset,
      /** `dismissed`: nothing is paid by the decision, and the escrow goes on where it stood. */
      decision: z.enum(['release', 'refund', 'split', 'dismissed']),
      /** The two sum to what the escrow holds. Both 0 when the dispute is dismissed. */
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
