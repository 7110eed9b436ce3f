/** Stand-in for Resend: accepts emails as the real API does and keeps them for the inbox page. */
import type { Faults } from '#harbour/faults.ts'
import { json, parseJson, type Reply, type Request, type Server, serve, withFaults } from '#harbour/http.ts'
import { openJournal } from '#harbour/journal.ts'
import { type Mail, type Mailbox, openMailbox } from '#harbour/post/mailbox.ts'
import { openWebhook } from '#harbour/post/webhook.ts'

export type Post = Server & {
  /** Newest last. */
  mails(): readonly Mail[]
  find(id: string): Mail | undefined
  /** Test hook: see mailbox.ts. */
  letPass(milliseconds: number): void
}

/** `journalFile` null: emails are kept in memory. `webhookUrl` null: no delivery events. */
export async function startPost(options: {
  port: number
  faults: Faults
  journalFile: string | null
  webhookUrl?: string | null
}): Promise<Post> {
  const journal = openJournal(options.journalFile)
  const webhook = openWebhook(options.webhookUrl ?? null)
  const mailbox = openMailbox(journal, webhook.tell)
  const handle = withFaults(
    {
      faults: options.faults,
      target: 'post',
      tooMany: () => ({
        ...problem(429, 'rate_limit_exceeded', 'Too many requests. Please limit the number of requests per second.'),
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '1' },
      }),
      serverError: () => problem(500, 'internal_server_error', 'An unexpected error occurred.'),
    },
    (request) => answer(mailbox, request),
  )
  const server = await serve({ port: options.port, handle })
  return {
    ...server,
    mails: mailbox.mails,
    find: mailbox.find,
    letPass: mailbox.letPass,
    async close() {
      webhook.close()
      await server.close()
      journal.close()
    },
  }
}

function answer(mailbox: Mailbox, request: Request): Reply {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (key === undefined) return problem(401, 'missing_api_key', 'Missing API key in the authorization header.')
  if (!key.startsWith('re_')) return problem(403, 'invalid_api_key', 'API key is invalid.')

  const { pathname } = request.url
  if (pathname === '/emails') {
    return request.method === 'POST'
      ? takeMail(mailbox, request)
      : problem(405, 'method_not_allowed', 'Method is not allowed for the requested path.')
  }
  // As with a key that may only send, which is all that the app should have.
  if (pathname === '/domains')
    return problem(401, 'restricted_api_key', 'This API key is restricted to only send emails')
  const id = /^\/emails\/([^/]+)$/.exec(pathname)?.[1]
  const mail = id === undefined || request.method !== 'GET' ? undefined : mailbox.find(id)
  if (mail !== undefined) return json(200, described(mail))
  return problem(404, 'not_found', id === undefined ? 'The requested endpoint does not exist.' : 'Email not found')
}

function takeMail(mailbox: Mailbox, request: Request): Reply {
  const idempotencyKey = request.headers['idempotency-key']
  const taken = mailbox.take({
    content: parseJson(request.body),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
  })
  return 'refused' in taken ? json(taken.refused.statusCode, taken.refused) : json(200, taken)
}

function described(mail: Mail) {
  return {
    object: 'email',
    id: mail.id,
    message_id: `<${mail.id}@harbour.invalid>`,
    to: mail.to,
    from: mail.from,
    created_at: mail.at,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    bcc: mail.bcc,
    cc: mail.cc,
    reply_to: mail.replyTo,
    last_event: 'delivered',
    scheduled_at: null,
    tags: mail.tags,
  }
}

function problem(statusCode: number, name: string, message: string): Reply {
  return json(statusCode, { statusCode, name, message })
}
