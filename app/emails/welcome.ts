import { z } from 'zod'
import type { LetterBody } from './layout.ts'
import { aboutAccount, type LetterContext } from './letter.ts'

export const welcomeContent = z.object({
  letter: z.literal('welcome'),
  name: z.string(),
  role: z.enum(['buyer', 'seller']),
  /** A pilot buyer has one transaction free. */
  isPilot: z.boolean().optional(),
})

export function welcome({ name, role, isPilot }: z.infer<typeof welcomeContent>, context: LetterContext): LetterBody {
  const { t } = context
  return aboutAccount(
    {
      subject: t('welcome.subject'),
      turn: t('frame.yourTurn'),
      heading: t('welcome.heading', { name }),
      paragraphs: [nextStep(), t('welcome.safe')],
      action: action(),
    },
    context,
  )

  function nextStep(): string {
    if (role === 'seller') return t('welcome.seller')
    return isPilot ? t('welcome.pilot') : t('welcome.buyer')
  }

  function action() {
    if (role === 'seller') return { label: t('action.confirm'), path: '/seller-confirm' }
    return isPilot ? { label: t('action.submitFirst'), path: '/submit' } : { label: t('action.pay'), path: '/payment' }
  }
}
