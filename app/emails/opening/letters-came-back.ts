import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, amount, amountFact, asset, type LetterContext, txid } from '#app/emails/kernel/letter.ts'

/** To the other side: letters to `side` come back. `canCorrect`: its reader named the address, and may name another one. */
export const lettersCameBackContent = z.object({
  letter: z.literal('letters_came_back'),
  side: z.enum(['buyer', 'seller']),
  canCorrect: z.boolean(),
  txid,
  amount,
  asset,
})

export function lettersCameBack(content: z.infer<typeof lettersCameBackContent>, context: LetterContext): LetterBody {
  const { t } = context
  const { side, canCorrect } = content
  const heading = t(`lettersCameBack.${side}.heading`)
  return aboutEscrow(
    {
      subject: heading,
      turn: t(canCorrect ? 'frame.yourTurn' : 'frame.theirTurn'),
      heading,
      paragraphs: [
        t(canCorrect ? 'lettersCameBack.correct' : 'lettersCameBack.reach'),
        ...(canCorrect ? [] : [t('lettersCameBack.deadline')]),
      ],
      facts: amountFact(content, context),
      actionLabel: t(canCorrect ? 'lettersCameBack.action' : 'action.openEscrow'),
    },
    content,
    context,
  )
}
