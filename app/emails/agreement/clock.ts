import { z } from 'zod'
import { OUTCOMES } from '#app/domain/agreement/clock.ts'
import { CLOCKS } from '#app/domain/agreement/standing.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  amountFact,
  asset,
  howItMoves,
  type LetterContext,
  sayAll,
  toSign,
  txid,
} from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'
import { type DatesSaid, sentencesOf, subjectOf } from './ahead.ts'

/** A reminder of a date, the notice after it has passed, or what has followed from it. */
export const clockContent = z.object({
  letter: z.literal('clock'),
  moment: z.enum(['reminder', 'notice', 'outcome']),
  kind: z.enum(CLOCKS).optional(),
  dueAt: z.string().optional(),
  isYours: z.boolean().optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** To the buyer, who has to say where money goes. */
  needsWallet: z.boolean().optional(),
  /** By when Quayside means to decide, where it does. */
  decideBy: z.iso.datetime().optional(),
  txid,
  amount,
  asset,
})

type Content = z.infer<typeof clockContent> & { dates?: DatesSaid | undefined }

export function clock(content: Content, context: LetterContext): LetterBody {
  const { t, custody } = context
  const facts = amountFact(content, context)
  const words = content.outcome ? ofOutcome(content, context) : ofTime(content, context)
  const isLocked = content.kind !== 'fund' && content.outcome !== 'lapsed'
  const paragraphs = [...words.paragraphs, ...(isLocked ? howItMoves(context) : [])]
  // The page of the ledger shows what is to be signed.
  const signs =
    custody.settledBy === 'signatures' && (content.outcome === 'accepted' || content.outcome === 'refund_opened')
  const said = { subject: words.heading, actionLabel: t('action.openEscrow'), ...words, paragraphs, facts }
  return aboutEscrow(signs ? { ...said, ...toSign(content, context) } : said, content, context)
}

function ofTime(content: Content, context: LetterContext) {
  const { kind = 'fund', dueAt = '', isYours, dates } = content
  const { t, language } = context
  const [heading = t(`common:clock.title.${kind}`, { time: formatMoment(dueAt, language) }), ...then] = dates
    ? sentencesOf(dates, context)
    : []
  const subject = (dates && subjectOf(dates, context)) ?? heading
  // No round is left: then the buyer can act, and the seller can ask for it.
  const isBoths = dates?.ahead?.wasPresented === true && !dates.ahead.mayPresent && dates.ahead.owner === 'seller'
  return {
    turn: t(isYours || isBoths ? 'frame.yourTurn' : 'frame.theirTurn'),
    subject,
    heading,
    paragraphs: then.length > 0 ? [then.join(' ')] : [],
  }
}

function ofOutcome(content: Content, context: LetterContext) {
  const { outcome = 'quayside', decideBy } = content
  const { t, custody, language } = context
  const needsWallet = content.needsWallet === true && custody.wallets === 'stated'
  const isDispute = outcome === 'quayside' || outcome === 'unable'
  const heading = t(`common:clock.outcome.${outcome}.title`)
  const follows = outcome === 'unable' ? 'quayside' : outcome
  const time = decideBy ? formatMoment(decideBy, language) : null
  return {
    // Nobody has said anything yet, where a date has opened the dispute.
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
