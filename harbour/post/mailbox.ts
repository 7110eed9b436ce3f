/** Accepted emails, in the shapes of Resend's API. */
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Journal } from '#harbour/journal.ts'

const MailSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  replyTo: z.array(z.string()),
  subject: z.string(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
  /** `content`: base64. Emails of older journals have no attachments. */
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() })).default([]),
  /** ISO 8601. */
  at: z.string(),
  idempotencyKey: z.string().nullable(),
  /** SHA-256 of the request, to tell a repeated request from a different one under the same key. */
  fingerprint: z.string(),
})
export type Mail = z.infer<typeof MailSchema>

/** A refusal: the body of Resend's answer. */
export type MailRefusal = { statusCode: number; name: string; message: string }

/** Resend forgets an idempotency key after this time. */
const KEY_LIFE_MS = 24 * 3_600_000
const MOST_RECIPIENTS = 50

const addresses = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat())
const absent = z.null().transform(() => undefined)

const EnvelopeSchema = z.object({
  from: z.string().or(absent).optional(),
  to: addresses.or(absent).optional(),
  cc: addresses.or(absent).optional(),
  bcc: addresses.or(absent).optional(),
  reply_to: addresses.or(absent).optional(),
  subject: z.string().or(absent).optional(),
  html: z.string().or(absent).optional(),
  text: z.string().or(absent).optional(),
  headers: z.record(z.string(), z.string()).or(absent).optional(),
  tags: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .or(absent)
    .optional(),
  attachments: z
    .array(z.object({ filename: z.string().min(1), content: z.base64(), content_type: z.string().optional() }))
    .or(absent)
    .optional(),
})

export type Mailbox = {
  /** Idempotent: accepts an email once for each idempotency key. */
  take(handedIn: { content: unknown; idempotencyKey: string | null }): { id: string } | { refused: MailRefusal }
  /** Newest last. */
  mails(): readonly Mail[]
  find(id: string): Mail | undefined
  /** Makes all emails older, as if that time had passed: for tests of what expires. */
  letPass(milliseconds: number): void
}

/** `tell`: called for each accepted email, with those before it. */
export function openMailbox(
  journal: Journal,
  tell: (mail: Mail, earlier: readonly Mail[]) => void = () => {},
): Mailbox {
  const mails = journal.earlier.map((entry) => MailSchema.parse(entry))
  return {
    mails: () => [...mails],
    find: (id) => mails.find((mail) => mail.id === id),
    letPass(milliseconds) {
      for (const mail of mails) mail.at = new Date(Date.parse(mail.at) - milliseconds).toISOString()
    },
    take({ content, idempotencyKey }) {
      if (idempotencyKey !== null && (idempotencyKey.length < 1 || idempotencyKey.length > 256)) {
        return refused(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
      }
      const fingerprint = createHash('sha256')
        .update(JSON.stringify(content) ?? '')
        .digest('hex')
      const earlier = mails.findLast(
        (mail) =>
          idempotencyKey !== null &&
          mail.idempotencyKey === idempotencyKey &&
          Date.now() - Date.parse(mail.at) < KEY_LIFE_MS,
      )
      if (earlier !== undefined && earlier.fingerprint !== fingerprint) {
        return refused(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.')
      }
      if (earlier !== undefined) return { id: earlier.id }

      const mail = readMail(content)
      if ('refused' in mail) return mail
      const taken = { ...mail, id: randomUUID(), at: new Date().toISOString(), idempotencyKey, fingerprint }
      journal.append(taken)
      tell(taken, mails)
      mails.push(taken)
      return { id: taken.id }
    },
  }
}

type Written = Omit<Mail, 'id' | 'at' | 'idempotencyKey' | 'fingerprint'>

function readMail(content: unknown): Written | { refused: MailRefusal } {
  const parsed = EnvelopeSchema.safeParse(content)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0]
    return refused(
      422,
      'validation_error',
      field === undefined ? 'Invalid JSON body.' : `Invalid \`${String(field)}\` field.`,
    )
  }
  const { from, to, subject, html = null, text = null, cc = [], bcc = [], reply_to: replyTo = [] } = parsed.data
  if (!from) return missing('from')
  if (to === undefined || to.length === 0) return missing('to')
  if (!subject) return missing('subject')
  if (html === null && text === null) {
    return refused(422, 'missing_required_field', 'Missing `html` or `text` field.')
  }
  if (!isMailbox(from)) return malformed('from')
  for (const [field, list] of Object.entries({ to, cc, bcc, reply_to: replyTo })) {
    if (!list.every(isMailbox)) return malformed(field)
  }
  if (to.length > MOST_RECIPIENTS) {
    return refused(422, 'validation_error', `The \`to\` field must have at most ${MOST_RECIPIENTS} recipients.`)
  }
  return {
    from,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    html,
    text,
    headers: parsed.data.headers ?? {},
    tags: parsed.data.tags ?? [],
    attachments: (parsed.data.attachments ?? []).map(({ filename, content, content_type: contentType }) => ({
      filename,
      content,
      contentType: contentType ?? 'application/octet-stream',
    })),
  }
}

/** `email@example.com` or `Name <email@example.com>`. */
function isMailbox(value: string): boolean {
  const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(address)
}

function malformed(field: string): { refused: MailRefusal } {
  const message = `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`
  return refused(422, 'validation_error', message)
}

function missing(field: string): { refused: MailRefusal } {
  return refused(422, 'missing_required_field', `Missing \`${field}\` field.`)
}

function refused(statusCode: number, name: string, message: string): { refused: MailRefusal } {
  return { refused: { statusCode, name, message } }
}
