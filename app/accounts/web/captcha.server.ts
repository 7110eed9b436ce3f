/**
 * What stands behind the captcha checkbox, without JavaScript: a field that people do not see and robots fill in, and a
 * signed moment that tells how long ago the form was handed out. Cloudflare Turnstile joins them where its keys are set.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { passedTurnstile, TurnstileUnavailable } from '#app/accounts/services/turnstile.server.ts'
import { takeStamp } from '#app/accounts/workflows/take-stamp.server.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { issueFormToken, readFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import { clientAddress } from '#app/kernel/web/http/limits.server.ts'
import { tellAccident } from '#app/kernel/web/http/page-errors.server.ts'
import { config, deps } from '#app/runtime.server.ts'

const OLDEST_MS = 24 * 60 * 60_000

/** Names of the two fields that a guarded form carries besides its checkbox. */
export const CAPTCHA_FIELDS = { stamp: 'issued', honeypot: 'website' } as const

/** A signed moment for a form that is handed out now. */
export function issueStamp(): string {
  // Two forms of one moment have two stamps.
  const at = `${deps.clock.now().getTime()}-${randomBytes(6).toString('hex')}`
  return `${at}.${sign(at)}`
}

/** Was the form filled in by somebody? Robots are told by how fast they answer. The checkbox itself is the caller's. */
export function looksHuman(fields: FormFields): boolean {
  if (fields.get(CAPTCHA_FIELDS.honeypot) !== '') return false
  const [at = '', signature = ''] = fields.get(CAPTCHA_FIELDS.stamp).split('.')
  if (!isSame(signature, sign(at))) return false
  const age = deps.clock.now().getTime() - Number.parseInt(at, 10)
  return age >= config.captchaFastestMs && age <= OLDEST_MS
}

/** The stamp that the form carries. It is good once (kernel/db/forms/captcha-stamps). */
export function stampOf(fields: FormFields): string {
  return fields.get(CAPTCHA_FIELDS.stamp)
}

/** What a guarded form of a visitor carries. */
export type Guard = { stamp: string; formToken: string }

/** For a form that is handed out now. */
export function handOutGuard(): Guard {
  return { stamp: issueStamp(), formToken: issueFormToken() }
}

/** Takes the stamp of a visitor's form that `looksHuman`, for good: call it when nothing is left to be found wrong without asking anybody. */
export async function takeGuard(fields: FormFields): Promise<boolean> {
  const formToken = readFormToken(fields)
  return formToken !== undefined && takeStamp(deps, { stamp: stampOf(fields), formToken })
}

/** The field in which Turnstile's widget puts its token. */
const TURNSTILE_FIELD = 'cf-turnstile-response'
const GUARDED_PAGE = '/seller-confirm'

/** The key of Turnstile's widget; null where the installation does without it. */
export const turnstileSiteKey = config.turnstile?.siteKey ?? null

/** Does this page show Turnstile's widget? It may load it then, and no other page may. */
export function showsTurnstile(request: Request): boolean {
  return config.turnstile !== null && new URL(request.url).pathname === GUARDED_PAGE
}

/**
 * What Turnstile says of the visitor; everybody passes where it is not used. Its token counts once: ask last, when nothing
 * else is wrong with the form.
 */
export async function askTurnstile(request: Request, fields: FormFields): Promise<'passed' | 'failed' | 'unavailable'> {
  if (config.turnstile === null) return 'passed'
  const visitor = { token: fields.get(TURNSTILE_FIELD), address: clientAddress(request) }
  try {
    return (await passedTurnstile(config.turnstile, visitor)) ? 'passed' : 'failed'
  } catch (error) {
    if (!(error instanceof TurnstileUnavailable)) throw error
    tellAccident(error, {}, 'the captcha could not be verified')
    return 'unavailable'
  }
}

function sign(text: string): string {
  return createHmac('sha256', config.sessionSecret).update(`captcha:${text}`).digest('base64url')
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
