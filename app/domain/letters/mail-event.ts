/** What the mail service says became of a letter, after it took it, and what that says of the address (decision 109). */
import { z } from 'zod'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'

/** The words of the database. `soft_bounced`: full, or away for now; another letter may arrive. */
export const MAIL_EVENTS = [
  'delivered',
  'delayed',
  'soft_bounced',
  'bounced',
  'complained',
  'suppressed',
  'unsuppressed',
  'failed',
] as const
export type MailEventKind = (typeof MAIL_EVENTS)[number]

/** Why an address takes no letters; the words of the database. */
export const TROUBLES = ['bounced', 'complained', 'suppressed'] as const
export type Trouble = (typeof TROUBLES)[number]

export type MailEvent = {
  kind: MailEventKind
  /** Normalized. */
  address: string
  /** Our letter, as we named it to the mail service; null: not named, or not one of ours. */
  letterId: string | null
  /** The same letter by the mail service's number; null for an event of no letter. */
  providerId: string | null
  /** What the mail service says of it, cut. */
  words: string
  /** By the mail service. */
  at: Date
}

/** The tag with which a letter goes out, so that its events lead back to it. */
export const LETTER_TAG = 'letter'

const LONGEST_WORDS = 500

const moment = z.string().transform((text, context) => {
  const at = new Date(text)
  if (!Number.isNaN(at.getTime())) return at
  context.addIssue('no moment')
  return z.NEVER
})
const letterEvent = z.object({
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

/** Of Resend's payload; null for what is no event that we know. Only a bounce that says so is for good. */
export function readMailEvent(payload: unknown): MailEvent | null {
  const removed = addressEvent.safeParse(payload).data
  if (removed) {
    const address = addressIn(removed.data.email)
    return address === null
      ? null
      : { kind: 'unsuppressed', address, letterId: null, providerId: null, words: '', at: removed.created_at }
  }
  const { type, created_at: at, data } = letterEvent.safeParse(payload).data ?? {}
  if (!type || !at || !data) return null
  const { email_id: providerId, to, tags, bounce, failed, suppressed } = data
  const address = addressIn(to[0] ?? '')
  if (address === null) return null
  const named = tags?.[LETTER_TAG]
  const letterId = named !== undefined && looksLikeRowId(named) ? named : null
  const words = bounce ? `${bounce.type}: ${bounce.message}` : (failed?.reason ?? suppressed?.message ?? '')
  const kind = type === 'email.bounced' ? (bounce?.type === 'Permanent' ? 'bounced' : 'soft_bounced') : KINDS[type]
  return { kind, address, letterId, providerId, words: words.slice(0, LONGEST_WORDS), at }
}

/** "Name <address>" or the address alone; null for what can be neither. */
function addressIn(text: string): string | null {
  const [, between = text] = /<([^<>]+)>\s*$/.exec(text) ?? []
  // As accounts have it (accounts/email-address.ts).
  const address = between.trim().normalize('NFC').toLowerCase()
  return address.includes('@') && address.length <= 254 ? address : null
}

/** What an event makes of its address: a trouble, null for none any more, and undefined where it says nothing of it. */
export function troubleBy(kind: MailEventKind): Trouble | null | undefined {
  if (kind === 'delivered' || kind === 'unsuppressed') return null
  return TROUBLES.find((trouble) => trouble === kind)
}

/** Does a deadline stand still for it? Who complains has got the letter. */
export const STOPS_DEADLINES: readonly Trouble[] = ['bounced', 'suppressed']

/**
 * Letters that the owner of an address asks for: they alone can show that it takes letters again. And those to operators and
 * support, whom nothing else would tell that anything is wrong.
 */
export const ALWAYS_TRIED: readonly string[] = [
  'welcome',
  'confirm_email',
  'email_change',
  'password_reset',
  'operator_alert',
  'contact_message',
]
