import type { ParseKeys } from 'i18next'
import { z } from 'zod'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'

/** In characters. Mail programs accept links of a few thousand, and many letters take several characters there. */
export const MESSAGE_LIMITS = { name: 200, email: 254, subject: 200, message: 2000 } as const

/** Each rule names the key of its message. */
const message = z.object({
  name: z.string().min(1, 'contact.nameMissing').max(MESSAGE_LIMITS.name, 'contact.tooLong'),
  email: z.email('refusal.email_invalid').max(MESSAGE_LIMITS.email, 'contact.tooLong'),
  subject: z.string().max(MESSAGE_LIMITS.subject, 'contact.tooLong'),
  message: z.string().min(1, 'contact.messageMissing').max(MESSAGE_LIMITS.message, 'contact.tooLong'),
})

export type Message = z.infer<typeof message>
export type MessageField = keyof Message
export type MessageProblem = { field: MessageField; sentence: ParseKeys<'common'> }

/** What was typed, and its problems: at most one per field. */
export function readMessage(fields: FormFields): { typed: Message; problems: MessageProblem[] } {
  const typed = {
    name: fields.get('name'),
    email: fields.get('email'),
    subject: fields.get('subject'),
    message: fields.get('message'),
  }
  const issues = message.safeParse(typed).error?.issues ?? []
  const found = new Map<MessageField, MessageProblem>()
  for (const issue of issues) {
    const field = issue.path[0] as MessageField
    // The messages above are keys, which the type of an issue does not express.
    if (!found.has(field)) found.set(field, { field, sentence: issue.message as ParseKeys<'common'> })
  }
  return { typed, problems: [...found.values()] }
}
