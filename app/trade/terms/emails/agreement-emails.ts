import { z } from 'zod'
import {
  amount,
  asset,
  type ContentOf,
  type EmailContext,
  howItMoves,
  ofEscrow,
  sayAll,
  toSign,
  txid,
} from '#app/kernel/emails/email.ts'
import { amountFact } from '#app/kernel/emails/facts.ts'
import { formatMoment } from '#app/kernel/i18n/format.ts'
import { OUTCOMES } from '#app/trade/terms/domain/deadline.ts'
import { DEADLINES } from '#app/trade/terms/domain/standing.ts'
import { type DatesSaid, emailSubjectOf, sentencesOf } from './ahead.ts'

const deadline = {
  moment: z.enum(['reminder', 'notice', 'outcome']),
  kind: z.enum(DEADLINES).optional(),
  dueAt: z.string().optional(),
  isYours: z.boolean().optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** The buyer has to state a refund wallet. */
  needsWallet: z.boolean().optional(),
  /** By when Quayside intends to decide, if it does. */
  decideBy: z.iso.datetime().optional(),
  txid,
  amount,
  asset,
}

type Deadline = ContentOf<typeof deadline> & { dates?: DatesSaid | undefined }

const TERMS_TEXTS = {
  accepted: 'common:terms.bound',
  proposed: 'common:terms.letter.proposed.text',
  agreed: 'common:terms.letter.agreed.text',
  declined: 'common:terms.letter.unchanged',
  withdrawn: 'common:terms.letter.unchanged',
} as const

export const AGREEMENT_EMAILS = {
  /** A reminder of a deadline, the notice after it, or its outcome. */
  clock: ofEscrow(deadline, (content: Deadline, context) => {
    const { outcome } = content
    const words = outcome ? ofOutcome(content, context) : ofTime(content, context)
    const isLocked = content.kind !== 'fund' && outcome !== 'lapsed'
    // The page about on-chain custody shows what is to be signed.
    const signs = context.custody.settledBy === 'signatures' && (outcome === 'accepted' || outcome === 'refund_opened')
    return {
      subject: words.heading,
      ...words,
      paragraphs: [...words.paragraphs, ...(isLocked ? howItMoves(context) : [])],
      facts: amountFact(content, context),
      ...(signs && toSign(content, context)),
    }
  }),

  /** The other side asks for an extension, or has answered. */
  more_time: ofEscrow(
    {
      moment: z.enum(['asked', 'agreed', 'declined']),
      until: z.string(),
      reason: z.string().optional(),
      txid,
      amount,
      asset,
    },
    (content, context) => {
      const { t, language } = context
      const { moment, until, reason } = content
      const state = moment === 'asked' ? 'open' : moment
      return {
        subject: t(`common:dates.request.${state}`, { time: formatMoment(until, language) }),
        // The reader had asked for time to act.
        turn: t('frame.yourTurn'),
        paragraphs: moment === 'asked' ? [t('common:moreTime.text')] : [],
        facts: [...amountFact(content, context), ...reasonFact(reason, context)],
        // On the page an open request is a section of its own.
        actionAnchor: moment === 'asked' ? 'time-request' : 'dates',
        ...(moment === 'asked' && { actionLabel: t('action.answer') }),
      }
    },
  ),

  /** The other side has accepted the terms, or has proposed or answered an amendment. */
  terms: ofEscrow(
    {
      moment: z.enum(['accepted', 'proposed', 'agreed', 'declined', 'withdrawn']),
      words: z.string().optional(),
      txid,
      amount,
      asset,
    },
    (content, context) => {
      const { t } = context
      const { moment, words } = content
      const isAsked = moment === 'proposed'
      return {
        subject: t(`common:terms.letter.${moment}.title`),
        turn: t(isAsked ? 'frame.yourTurn' : 'frame.theirTurn'),
        paragraphs: [t(TERMS_TEXTS[moment])],
        facts: [...amountFact(content, context), ...reasonFact(words, context)],
        actionAnchor: 'terms',
        ...(isAsked && { actionLabel: t('action.answer') }),
      }
    },
  ),
}

function reasonFact(reason: string | undefined, { t }: EmailContext) {
  return reason ? [{ label: t('common:moreTime.reason'), value: reason }] : []
}

function ofTime(content: Deadline, context: EmailContext) {
  const { kind = 'fund', dueAt = '', isYours, dates } = content
  const { t, language } = context
  const [heading = t(`common:clock.title.${kind}`, { time: formatMoment(dueAt, language) }), ...then] = dates
    ? sentencesOf(dates, context)
    : []
  const subject = (dates && emailSubjectOf(dates, context)) ?? heading
  // No presentation is left: the buyer can act, and the seller can ask for another.
  const isBoths = dates?.ahead?.wasPresented === true && !dates.ahead.mayPresent && dates.ahead.owner === 'seller'
  return {
    turn: t(isYours || isBoths ? 'frame.yourTurn' : 'frame.theirTurn'),
    subject,
    heading,
    paragraphs: then.length > 0 ? [then.join(' ')] : [],
  }
}

function ofOutcome(content: Deadline, context: EmailContext) {
  const { outcome = 'quayside', decideBy } = content
  const { t, custody, language } = context
  const needsWallet = content.needsWallet === true && custody.wallets === 'stated'
  const isDispute = outcome === 'quayside' || outcome === 'unable'
  const heading = t(`common:clock.outcome.${outcome}.title`)
  const follows = outcome === 'unable' ? 'quayside' : outcome
  const time = decideBy ? formatMoment(decideBy, language) : null
  return {
    // A missed date has opened the dispute: both sides still have to speak.
    turn: t(needsWallet || isDispute ? 'frame.yourTurn' : 'frame.theirTurn'),
    heading,
    ...(isDispute &&
      time && { subject: t(needsWallet ? 'disputeOpened.subjectWallet' : 'disputeOpened.subjectSay', { time }) }),
    paragraphs: [
      ...(isDispute && needsWallet ? [t('disputeOpened.wallet')] : []),
      ...(follows === 'lapsed' ? sayAll(custody.says.lapsed, context) : [t(`common:clock.outcome.${follows}.text`)]),
      ...(time ? [t('common:lookup.settle.dispute.decideBy', { time })] : []),
      ...(!isDispute && needsWallet ? [t('common:clock.outcome.wallet')] : []),
    ],
    ...(isDispute && { actionLabel: t('action.say'), actionAnchor: 'dispute' }),
    ...(needsWallet && { actionLabel: t('action.refundWallet'), actionAnchor: 'refund-wallet' }),
  }
}
