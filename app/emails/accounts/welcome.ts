import { z } from 'zod'
import { pathInLetter } from '#app/domain/accounts/access.ts'
import { plainName } from '#app/domain/kernel/words/person-name.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutAccount,
  accountLink,
  goOn,
  type LetterContext,
  linkSafety,
  thenTo,
  tokenId,
  txid,
} from '#app/emails/kernel/letter.ts'

/** The first letter of an account: its link confirms the address. */
export const welcomeContent = z.object({
  letter: z.literal('welcome'),
  name: z.string(),
  role: z.enum(['buyer', 'seller']),
  /** A pilot buyer has one transaction free. */
  isPilot: z.boolean().optional(),
  /** What the service fee covers. Left out in letters that were written when it was always paid once. */
  serviceFee: z.enum(['once', 'each']).optional(),
  /** Left out in letters that were written before addresses were confirmed. */
  tokenId: tokenId.optional(),
  goOn,
  /** The escrow that invited the person, whose address is confirmed by that. */
  txid: txid.optional(),
})

type Content = z.infer<typeof welcomeContent>

export function welcome(content: Content, context: LetterContext): LetterBody {
  const { t } = context
  const about = { subject: t('welcome.subject'), turn: t('frame.yourTurn') }
  const heading = t('welcome.heading', { name: plainName(content.name) })
  if (!content.tokenId) {
    const paragraphs = [nextStep(content, context)]
    return aboutAccount({ ...about, heading, paragraphs, action: firstStep(content, context) }, context)
  }
  const row = { id: content.tokenId, purpose: 'confirm_email' } as const
  return aboutAccount(
    {
      ...about,
      heading,
      paragraphs: [t('welcome.confirm'), nextStep(content, context)],
      action: {
        label: t('action.confirmEmail'),
        path: thenTo(content.goOn, accountLink('/confirm-email', row, context)),
      },
      safety: linkSafety(t('confirmEmail.safety'), context),
    },
    context,
  )
}

function nextStep({ role, isPilot, serviceFee = 'once', txid: invitedTo }: Content, { t }: LetterContext): string {
  if (invitedTo) return t('welcome.invited')
  if (role === 'seller') return t('welcome.seller')
  return isPilot ? t('welcome.pilot') : t(`welcome.buyer.${serviceFee}`)
}

function firstStep({ role, isPilot, txid: invitedTo }: Content, { t }: LetterContext) {
  if (invitedTo) return { label: t('action.openEscrow'), path: `/dashboard?txid=${encodeURIComponent(invitedTo)}` }
  if (role === 'seller') return { label: t('action.confirm'), path: pathInLetter('/seller-confirm') }
  return isPilot ? { label: t('action.submitFirst'), path: '/submit' } : { label: t('action.pay'), path: '/payment' }
}
