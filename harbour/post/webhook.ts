/** Delivery events as Resend posts them: signed (Svix) and retried. `bounce@…` or `…+bounce@…` bounces. */
import { createHmac, randomUUID } from 'node:crypto'
import { HARBOUR_WEBHOOK_SECRET } from '#app/kernel/domain/harbour-addresses.ts'
import type { Mail } from './mailbox.ts'

/** Milliseconds before each retry. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000]
const PATIENCE_MS = 5_000

const FATES = ['bounce', 'full', 'complaint', 'late', 'failed'] as const
type Fate = (typeof FATES)[number]

export type Webhook = {
  /** Posts the events of an accepted email; `earlier`: those before it. */
  tell(mail: Mail, earlier: readonly Mail[]): void
  close(): void
}

/** `url` null: no events. */
export function openWebhook(url: string | null): Webhook {
  const ended = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const post = async (event: object, id: string, tries: number): Promise<void> => {
    if (url === null || ended.signal.aborted) return
    const body = JSON.stringify(event)
    const taken = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signed(body, id) },
      body,
      redirect: 'error',
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE_MS)]),
    }).then(
      (response) => response.ok,
      () => false,
    )
    const pause = PAUSES_MS[tries]
    if (taken || pause === undefined || ended.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void post(event, id, tries + 1)
    }, pause)
    timer.unref()
    timers.add(timer)
  }
  return {
    tell(mail, earlier) {
      for (const event of eventsOf(mail, earlier)) void post(event, `msg_${randomUUID()}`, 0)
    },
    close() {
      ended.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function signed(body: string, id: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(HARBOUR_WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` }
}

/** None for a plain delivery: this webhook subscribes to failures, and to deliveries after them. */
function eventsOf(mail: Mail, earlier: readonly Mail[]): object[] {
  const [to = ''] = mail.to
  const fate = fateOf(to)
  // As the real one: an address that bounced permanently or complained gets nothing more.
  const isSuppressed = (fate === 'bounce' || fate === 'complaint') && earlier.some((one) => one.to[0] === to)
  if (isSuppressed)
    return [
      event(mail, 'suppressed', {
        suppressed: { type: 'OnAccountSuppressionList', message: `${to} is on the suppression list.` },
      }),
    ]
  if (fate === 'bounce')
    return [
      event(mail, 'bounced', {
        bounce: { type: 'Permanent', subType: 'General', message: `There is no mailbox ${to}.` },
      }),
    ]
  if (fate === 'full')
    return [
      event(mail, 'bounced', {
        bounce: { type: 'Transient', subType: 'MailboxFull', message: `The mailbox of ${to} is full.` },
      }),
    ]
  if (fate === 'complaint') return [event(mail, 'delivered'), event(mail, 'complained', {}, 1)]
  if (fate === 'late') return [event(mail, 'delivery_delayed'), event(mail, 'delivered', {}, 1)]
  return fate === 'failed' ? [event(mail, 'failed', { failed: { reason: 'reached_daily_quota' } })] : []
}

function fateOf(address: string): Fate | null {
  const [name = ''] = (/<([^<>]+)>$/.exec(address)?.[1] ?? address).toLowerCase().split('@')
  return FATES.find((fate) => name === fate || name.endsWith(`+${fate}`)) ?? null
}

function event(mail: Mail, type: string, more: object = {}, afterMs = 0): object {
  return {
    type: `email.${type}`,
    created_at: new Date(Date.now() + afterMs).toISOString(),
    data: {
      created_at: mail.at,
      email_id: mail.id,
      message_id: `<${mail.id}@harbour.invalid>`,
      from: mail.from,
      to: mail.to,
      subject: mail.subject,
      tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])),
      ...more,
    },
  }
}
