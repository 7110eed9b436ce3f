import { z } from 'zod'
import { byName, TEXTS } from '#app/domain/escrow/escrow-terms.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  money,
  partyName,
  sayAll,
  txid,
} from '#app/emails/kernel/letter.ts'
import { quoteFact } from '#app/emails/kernel/quote.ts'

/** To the seller that the buyer named. The fields are those of the specification's seller template (spec §7). */
export const escrowOpenedContent = z.object({
  letter: z.literal('escrow_opened'),
  txid,
  amount,
  asset,
  buyerName: z.string(),
  /** The buyer has confirmed it: nobody is invited before. */
  buyerEmail: z.string(),
  // A letter may have been written before a term was.
  ...byName(TEXTS, () => z.string().nullish()),
  /** The seller is named when the money is here already. */
  isFunded: z.boolean().optional(),
  /** The seller has been written to before; the buyer has corrected the escrow since. */
  isCorrected: z.boolean().optional(),
  /** Nobody has said which language the seller reads: it is written in English, too (decision 110). */
  isLanguageUnknown: z.boolean().optional(),
})

/** The seller may never have heard of us: what this is, what it costs, and that there is no hurry to ship. */
export function escrowOpened(escrow: z.infer<typeof escrowOpenedContent>, context: LetterContext): LetterBody {
  const { t, custody } = context
  const buyerName = partyName(escrow.buyerName, true, context)
  const values = { buyerName, amount: money(escrow, context) }
  return aboutEscrow(
    {
      subject: t('escrowOpened.subject', values),
      turn: escrow.isFunded ? t('frame.yourTurn') : t('escrowOpened.turn'),
      heading: t('escrowOpened.subject', values),
      paragraphs: [
        ...(escrow.isCorrected ? [t('escrowOpened.corrected')] : []),
        ...(escrow.isFunded ? [t(custody.says.fundedHeading, values)] : []),
        ...sayAll(custody.says.invited, context),
        t('escrowOpened.doubt', values),
      ],
      facts: [
        { label: t('facts.amount'), value: values.amount },
        { label: t('facts.buyer'), value: `${buyerName}, ${escrow.buyerEmail}` },
        ...TEXTS.flatMap((name) =>
          quoteFact(escrow[name], name === 'notes' ? 'buyer' : { label: t(`facts.${name}`) }, context),
        ),
      ],
      ...(!escrow.isFunded && {
        warning: { title: t('escrowOpened.notFundedTitle'), text: t('escrowOpened.notFunded') },
      }),
      actionLabel: t('action.openEscrow'),
      // Whoever has no account has not chosen a language yet; a buyer may be wrong about it.
      offersLanguages: escrow.isLanguageUnknown === true || context.lng !== null,
    },
    escrow,
    context,
  )
}
