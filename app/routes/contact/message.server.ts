import { z } from 'zod'
import { config } from '#app/runtime.server.ts'
import type { FormFields } from '#app/web/form-fields.ts'

const message = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  message: z.string().trim().min(1).max(5000),
  subject: z.string().trim().max(200).optional(),
})

export type MessageField = 'name' | 'email' | 'message'

export type MessageResult = { mailto: string } | { wrong: MessageField[]; typed: Record<MessageField, string> }

/** Reads the contact form. The message goes by the visitor's own mail program (spec §2, Contact): we only address it. */
export function readMessage(
  fields: FormFields,
  words: { subject: string; from: (who: { name: string; email: string }) => string },
): MessageResult {
  const typed = { name: fields.get('name'), email: fields.get('email'), message: fields.get('message') }
  const parsed = message.safeParse({ ...typed, subject: fields.get('subject') })
  if (!parsed.success) {
    const paths = new Set(parsed.error.issues.map((issue) => issue.path[0]))
    return { wrong: (['name', 'email', 'message'] as const).filter((field) => paths.has(field)), typed }
  }
  const { name, email, message: body, subject } = parsed.data
  return { mailto: mailtoOf({ subject: subject || words.subject, body: `${body}\n\n${words.from({ name, email })}` }) }
}

/** RFC 6068: percent-encoded, line breaks as CRLF. */
function mailtoOf(letter: { subject: string; body: string }): string {
  const encode = (text: string) => encodeURIComponent(text.replace(/\r?\n/g, '\r\n'))
  const address = /<([^>]+)>/.exec(config.mail.support)?.[1] ?? config.mail.support
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encode(letter.subject)}&body=${encode(letter.body)}`
}
