/** What was typed into the form that this request sends, for a page that lets it be sent again. */
import type { TypedForm } from '#app/kernel/domain/answers/unavailable.ts'
import { isFromOurPages, senderOf } from '#app/kernel/web/http/origin.server.ts'
import { logContext } from '#app/log-context.server.ts'
import type { FormFields } from './form-fields.ts'

type Typed = { fields: FormFields; files: string[] }

/** By the context of the request, which is kept as long as the request is. */
const typed = new WeakMap<object, Typed>()

/** A form that holds one of these is not shown again, not even to whoever has sent it. */
const SECRET = /password|^(?:current|code|token)$/i

/** For whoever reads the form, before it does: what is put into `of` later counts, too. */
export function keepTyped(of: Typed): void {
  typed.set(logContext(), of)
}

/**
 * Null where no form was sent, for one with secrets, and for one that another site has sent: its fields would be sent again from a page
 * of ours. `read` reads a form that nobody has begun to read.
 */
export async function typedForm(
  request: Request,
  { publicOrigin, read }: { publicOrigin: string; read: (request: Request) => Promise<unknown> },
): Promise<TypedForm | null> {
  const { method, url } = request
  if (method !== 'POST') return null
  if (!isFromOurPages(senderOf(request), publicOrigin)) return null
  // A guard may have failed before the action read anything. What cannot be read is not kept.
  if (!typed.has(logContext()) && !request.bodyUsed) await read(request).catch(() => undefined)
  const { fields, files } = typed.get(logContext()) ?? {}
  const entries = fields?.entries() ?? []
  if (entries.length === 0 || entries.some(([name]) => SECRET.test(name))) return null
  const { pathname, search } = new URL(url)
  return { action: pathname + search, fields: entries, files: files ?? [] }
}
