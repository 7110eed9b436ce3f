import { z } from 'zod'
import { pathInEmail } from '#app/accounts/domain/access.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'
import { aboutService, emailOf } from '#app/kernel/emails/email.ts'
import { codeFact } from '#app/kernel/emails/facts.ts'

/** To support: a message from the contact page. A reply goes to its writer. */
export const contactMessage = emailOf(
  {
    name: z.string(),
    /** As typed and unverified. */
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    /** The address of the sender's account; left out when signed out. */
    account: z.string().optional(),
  },
  (written, context) => {
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
          ...codeFact(t('common:contact.email'), email),
          ...codeFact(t('contactMessage.account'), account),
        ],
        safety: t('contactMessage.reply', { email }),
        action: { label: t('action.openDesk'), path: pathInEmail('/admin-panel') },
      },
      context,
    )
  },
)
