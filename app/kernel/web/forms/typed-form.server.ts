/** Keeps what was typed into the form of a request, for a page that lets people send it again. */
import type { TypedForm } from '#app/kernel/domain/answers/unavailable.ts'
import { isFromOurPages, senderOf } from '#app/kernel/web/http/origin.server.ts'
import { logContext } from '#app/log-context.server.ts'
import type { FormFields } from './form-fields.ts'

type Typed = { fields: FormFields; files: string[] }

/** Keyed by the context of the request, which lives as long as the request. */
const typed = new WeakMap<object, Typed>()

/** A form with one of these is not shown again, not even to its sender. */
const SECRET = /password|^(?:current|code|token)$/i

/** For the reader of a form, before it reads: what is put into `of` later counts, too. */
export function keepTyped(of: Typed): void {
  typed.set(logContext(), of)
}

/**
 * Null: no form was sent, or one with secrets, or one from another site, whose fields a page of ours would then send.
 * `read` reads a form that nobody has begun to read.
 */
export async function typedForm(
  request: Request,
  { publicOrigin, read }: { publicOrigin: string; read: (request: Request) => Promise<unknown> },
): Promise<TypedForm | null> {
  const { method, url } = request
  if (method !== 'POST') return null
  if (!isFromOurPages(senderOf(request), publicOrigin)) return null
  // A guard may have failed before the action read anything. An unreadable form is not kept.
  if (!typed.has(logContext()) && !request.bodyUsed) await read(request).catch(() => undefined)
  const { fields, files } = typed.get(logContext()) ?? {}
  const entries = fields?.entries() ?? []
  if (entries.length === 0 || entries.some(([name]) => SECRET.test(name))) return null
  const { pathname, search } = new URL(url)
  return { action: pathname + search, fields: entries, files: files ?? [] }
}
