/** Delivery events of the mail service, signed as it signs them, sent to the app's route. */
import { createHmac, randomUUID } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { HARBOUR_WEBHOOK_SECRET } from '#app/kernel/domain/harbour-addresses.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

export type Told = {
  type: string
  to: string
  /** Our email, as its tag names it. */
  letterId?: string
  providerId?: string
  /** When it happened, by the mail service. */
  at?: Date
  data?: object
}

const BOUNCE = { bounce: { type: 'Permanent', subType: 'General', message: 'There is no such mailbox.' } }

export function bodyOf({ type, to, letterId, providerId = randomUUID(), at = new Date(), data }: Told): string {
  const tags = letterId === undefined ? {} : { tags: { letter: letterId } }
  const more = data ?? (type === 'email.bounced' ? BOUNCE : {})
  return JSON.stringify({
    type,
    created_at: at.toISOString(),
    data: { email_id: providerId, to: [to], from: 'a@b.example', subject: 'x', ...tags, ...more },
  })
}

export type Signing = { id?: string; secret?: string; secondsAgo?: number; headers?: Record<string, string> }

/** A request of the mail service, or of somebody who imitates it. */
export function eventRequest(body: string, signing: Signing = {}): Request {
  const { id = `msg_${randomUUID()}`, secret = HARBOUR_WEBHOOK_SECRET, secondsAgo = 0, headers = {} } = signing
  const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return new Request(`${ORIGIN}/mail/events`, {
    method: 'POST',
    headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}`, ...headers },
    body,
  })
}

/** Calls the route and returns the status. Call `setRuntime` before. */
export async function send(request: Request): Promise<number> {
  const { action } = await import('#app/notices/routes/mail-events.ts')
  const args: ActionFunctionArgs = { request, params: {}, context: {} }
  const answer = await action(args).catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw answer
  return answer.status
}

/** Sends a valid event; throws unless it is accepted. */
export async function tell(told: Told, signing?: Signing): Promise<void> {
  const status = await send(eventRequest(bodyOf(told), signing))
  if (status !== 200) throw new Error(`the event was answered ${status}`)
}
