/** Cloudflare Turnstile, the optional second layer of the captcha: does its widget take the visitor for a person? */
import { z } from 'zod'

export type TurnstileSettings = { siteKey: string; secretKey: string; verifyUrl: string }

/** Cloudflare did not answer, or its answer is not about this visitor. */
export class TurnstileUnavailable extends Error {
  override name = 'TurnstileUnavailable' as const
}

const PATIENCE_MS = 5_000

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Errors of Cloudflare or of our settings, which say nothing about the visitor. */
const NOT_ABOUT_THE_VISITOR = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'])

/** Verifies the widget's token, which counts once and for five minutes. Throws TurnstileUnavailable. */
export async function passedTurnstile(
  settings: TurnstileSettings,
  visitor: { token: string; address: string | null },
): Promise<boolean> {
  if (visitor.token === '') return false
  const body = new URLSearchParams({ secret: settings.secretKey, response: visitor.token })
  if (visitor.address !== null) body.set('remoteip', visitor.address)
  const { success, 'error-codes': codes } = await ask(settings.verifyUrl, body)
  const trouble = codes.filter((code) => NOT_ABOUT_THE_VISITOR.has(code))
  if (trouble.length > 0) throw new TurnstileUnavailable(`Turnstile answers: ${trouble.join(', ')}`)
  return success
}

async function ask(url: string, body: URLSearchParams): Promise<z.infer<typeof verdict>> {
  try {
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) })
    return verdict.parse(await response.json())
  } catch (cause) {
    throw new TurnstileUnavailable('Turnstile did not answer usefully', { cause })
  }
}
