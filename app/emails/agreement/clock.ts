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
  txid,
} from '#app/emails/kernel/letter.ts'
import { clockThen, clockTitle, clockValues } from '#app/i18n/agreement/clock-words.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'
import { ahead as aheadContent } from './ahead.ts'

/** A reminder of a date, the notice after it has passed, or what has followed from it. */
export const clockContent = z.object({
  letter: z.literal('clock'),
  moment: z.enum(['reminder', 'notice', 'outcome']),
  kind: z.enum(CLOCKS).optional(),
  dueAt: z.string().optional(),
  /** What follows if nobody acts. Letters of before do not say. */
  ahead: aheadContent.optional(),
  isYours: z.boolean().optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** To the buyer, who has to say where money goes. */
  needsWallet: z.boolean().optional(),
  txid,
  amount,
  asset,
})

type Content = z.infer<typeof clockContent>

export function clock(content: Content, context: LetterContext): LetterBody {
  const { t } = context
  const facts = amountFact(content, context)
  const words = content.outcome ? ofOutcome(content, context) : ofTime(content, context)
  const isLocked = content.kind !== 'fund' && content.outcome !== 'lapsed'
  const paragraphs = [...words.paragraphs, ...(isLocked ? howItMoves(context) : [])]
  const said = { subject: words.heading, ...words, paragraphs, facts, actionLabel: t('action.openEscrow') }
  return aboutEscrow(said, content, context)
}

function ofTime({ kind = 'fund', dueAt = '', ahead, asset, isYours }: Content, { t, language }: LetterContext) {
  const turn = t(isYours ? 'frame.yourTurn' : 'frame.theirTurn')
  if (!ahead) {
    return { turn, heading: t(`common:clock.title.${kind}`, { time: formatMoment(dueAt, language) }), paragraphs: [] }
  }
  const values = clockValues(ahead, { asset, language })
  return {
    turn,
    heading: t(`common:${clockTitle(ahead)}`, values),
    paragraphs: [
      clockThen(ahead)
        .map((key) => t(`common:${key}`, values))
        .join(' '),
    ],
  }
}

function ofOutcome({ outcome = 'quayside', needsWallet: lacksWallet }: Content, { t, held }: LetterContext) {
  // What the ledger holds goes back to the wallet that locked it.
  const needsWallet = lacksWallet && !held
  return {
    turn: t(needsWallet ? 'frame.yourTurn' : 'frame.theirTurn'),
    heading: t(`common:clock.outcome.${outcome}.title`),
    paragraphs: [
      t(outcome === 'lapsed' && held ? 'common:held.next.over.text' : `common:clock.outcome.${outcome}.text`),
      ...(needsWallet ? [t('common:clock.outcome.wallet')] : []),
    ],
  }
}
