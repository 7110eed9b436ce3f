import { z } from 'zod'
import { pathInLetter } from '#app/domain/accounts/access.ts'
import { plainName } from '#app/domain/kernel/words/person-name.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutService, type LetterContext } from '#app/emails/kernel/letter.ts'

/** To the support address: what somebody has written on the contact page. An answer goes to the writer. */
export const contactMessageContent = z.object({
  letter: z.literal('contact_message'),
  name: z.string(),
  /** As typed: nobody has proved it. */
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The address of the account from which it was sent; left out when signed out. */
  account: z.string().optional(),
})

export function contactMessage(written: z.infer<typeof contactMessageContent>, context: LetterContext): LetterBody {
  const { t } = context
  const name = plainName(written.name)
  const { email, subject, message, account } = written
  return aboutService(
    {
      subject: subject === '' ? t('common:contact.defaultSubject') : subject,
      turn: t('frame.yourTurn'),
      heading: t('contactMessage.heading', { name }),
      paragraphs: message.split(/\n+/).filter((line) => line.trim() !== ''),
      facts: [
        { label: t('common:contact.name'), value: name },
        { label: t('common:contact.email'), value: email, isCode: true },
        ...(account === undefined ? [] : [{ label: t('contactMessage.account'), value: account, isCode: true }]),
      ],
      safety: t('contactMessage.reply', { email }),
      action: { label: t('action.openDesk'), path: pathInLetter('/admin-panel') },
    },
    context,
  )
}
