/** Reads the events of Resend's webhook (decision 109). */
import { z } from 'zod'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { EMAIL_TAG, type MailEvent } from '#app/notices/domain/mail-event.ts'

const LONGEST_WORDS = 500

const moment = z.string().transform((text, context) => {
  const at = new Date(text)
  if (!Number.isNaN(at.getTime())) return at
  context.addIssue('no moment')
  return z.NEVER
})
const emailEvent = z.object({
  type: z.enum([
    'email.delivered',
    'email.delivery_delayed',
    'email.bounced',
    'email.complained',
    'email.suppressed',
    'email.failed',
  ]),
  created_at: moment,
  data: z.object({
    email_id: z.string(),
    to: z.array(z.string()).min(1),
    tags: z.record(z.string(), z.string()).optional().catch(undefined),
    bounce: z.object({ type: z.string(), message: z.string().catch('') }).optional(),
    failed: z.object({ reason: z.string() }).optional().catch(undefined),
    suppressed: z.object({ message: z.string() }).optional().catch(undefined),
  }),
})
const addressEvent = z.object({
  type: z.literal('suppression.removed'),
  created_at: moment,
  data: z.object({ email: z.string() }),
})

const KINDS = {
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.complained': 'complained',
  'email.suppressed': 'suppressed',
  'email.failed': 'failed',
} as const

/** Reads Resend's payload. Null: an unknown event. Only a bounce marked as permanent is one. */
export function readMailEvent(payload: unknown): MailEvent | null {
  const removed = addressEvent.safeParse(payload).data
  if (removed) {
    const address = addressIn(removed.data.email)
    return address === null
      ? null
      : { kind: 'unsuppressed', address, letterId: null, providerId: null, words: '', at: removed.created_at }
  }
  const { type, created_at: at, data } = emailEvent.safeParse(payload).data ?? {}
  if (!type || !at || !data) return null
  const { email_id: providerId, to, tags, bounce, failed, suppressed } = data
  const address = addressIn(to[0] ?? '')
  if (address === null) return null
  const named = tags?.[EMAIL_TAG]
  const letterId = named !== undefined && looksLikeRowId(named) ? named : null
  const words = bounce ? `${bounce.type}: ${bounce.message}` : (failed?.reason ?? suppressed?.message ?? '')
  const kind = type === 'email.bounced' ? (bounce?.type === 'Permanent' ? 'bounced' : 'soft_bounced') : KINDS[type]
  return { kind, address, letterId, providerId, words: words.slice(0, LONGEST_WORDS), at }
}

/** "Name <address>" or the address alone. Null: neither. */
function addressIn(text: string): string | null {
  const [, between = text] = /<([^<>]+)>\s*$/.exec(text) ?? []
  // Normalized as in accounts (accounts/domain/email-address.ts).
  const address = between.trim().normalize('NFC').toLowerCase()
  return address.includes('@') && address.length <= 254 ? address : null
}
