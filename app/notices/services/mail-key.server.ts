/** Checks the key of the mail service without sending anything. */
import { z } from 'zod'
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { MailKey } from '#app/ports.ts'

const PATIENCE_MS = 10_000

const domainsAnswer = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) })
const problemAnswer = z
  .object({ name: z.string().catch(''), message: z.string().catch('') })
  .catch({ name: '', message: '' })

/** A key that may only send cannot list the domains, and is valid. Never throws. */
export async function askAboutKey({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Promise<MailKey> {
  try {
    const response = await fetch(`${baseUrl}/domains`, {
      headers: { Authorization: `Bearer ${apiKey}`, 'User-Agent': 'quayside' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const body: unknown = await response.json().catch(() => null)
    const domains = domainsAnswer.safeParse(body)
    if (response.ok && domains.success) return { is: 'taken', domains: domains.data.data }
    const { name, message } = problemAnswer.parse(body)
    if (name === 'restricted_api_key') return { is: 'taken', domains: null }
    const words = `${response.status} ${name} ${message}`.trim()
    return { is: response.status === 401 || response.status === 403 ? 'refused' : 'unknown', words }
  } catch (error) {
    return { is: 'unknown', words: causeOf(error) }
  }
}
