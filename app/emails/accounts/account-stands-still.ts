import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutEscrow, type LetterContext, reader, txid } from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** To the other side of an open escrow: whose account does nothing with money for now, until when, and not why in particular. */
export const accountStandsStillContent = z.object({
  letter: z.literal('account_stands_still'),
  txid,
  whose: reader,
  until: z.iso.datetime(),
})

export function accountStandsStill(
  { txid: id, until }: z.infer<typeof accountStandsStillContent>,
  context: LetterContext,
): LetterBody {
  const { t, language } = context
  const time = formatMoment(until, language)
  return aboutEscrow(
    {
      subject: t('standsStill.heading'),
      turn: t('frame.theirTurn'),
      heading: t('standsStill.heading'),
      paragraphs: [t('common:standsStill.otherSide', { time })],
      actionLabel: t('action.openEscrow'),
    },
    { txid: id },
    context,
  )
}
