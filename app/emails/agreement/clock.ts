import { z } from 'zod'
import { OUTCOMES } from '#app/domain/agreement/clock.ts'
import { CLOCKS } from '#app/domain/agreement/standing.ts'
import { ON_SILENCE } from '#app/domain/agreement/trade-dates.ts'
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
import { clockThen, clockTitle } from '#app/i18n/agreement/clock-words.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** A reminder of a date, the notice after it has passed, or what has followed from it. */
export const clockContent = z.object({
  letter: z.literal('clock'),
  moment: z.enum(['reminder', 'notice', 'outcome']),
  kind: z.enum(CLOCKS).optional(),
  dueAt: z.string().optional(),
  onSilence: z.enum(ON_SILENCE).optional(),
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

function ofTime(
  { kind = 'fund', dueAt = '', onSilence = 'quayside', isYours }: Content,
  { t, language, held }: LetterContext,
) {
  const isHeld = held !== null
  const time = formatMoment(dueAt, language)
  return {
    turn: t(isYours ? 'frame.yourTurn' : 'frame.theirTurn'),
    heading: t(`common:${clockTitle(kind)}`, { time }),
    paragraphs: [t(`common:${clockThen(kind, { onSilence, isHeld })}`)],
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
