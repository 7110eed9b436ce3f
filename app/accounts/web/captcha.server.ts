/**
 * The checks behind the captcha checkbox, without JavaScript: a field that people do not see and robots fill in, and a
 * signed time at which the form was issued. Cloudflare Turnstile is added where its keys are set.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { passedTurnstile, TurnstileUnavailable } from '#app/accounts/services/turnstile.server.ts'
import { takeStamp } from '#app/accounts/workflows/take-stamp.server.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { issueFormToken, readFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import { clientAddress } from '#app/kernel/web/http/limits.server.ts'
import { reportError } from '#app/kernel/web/http/page-errors.server.ts'
import { config, deps } from '#app/runtime.server.ts'

const OLDEST_MS = 24 * 60 * 60_000

export const CAPTCHA_FIELDS = { stamp: 'issued', honeypot: 'website' } as const

export function issueStamp(): string {
  // Random, so that two forms of the same moment have different stamps.
  const at = `${deps.clock.now().getTime()}-${randomBytes(6).toString('hex')}`
  return `${at}.${sign(at)}`
}

/** Did a person fill in the form? Robots answer too fast. The caller checks the checkbox itself. */
export function looksHuman(fields: FormFields): boolean {
  if (fields.get(CAPTCHA_FIELDS.honeypot) !== '') return false
  const [at = '', signature = ''] = fields.get(CAPTCHA_FIELDS.stamp).split('.')
  if (!isSame(signature, sign(at))) return false
  const age = deps.clock.now().getTime() - Number.parseInt(at, 10)
  return age >= config.captchaFastestMs && age <= OLDEST_MS
}

/** The stamp that the form carries. It is valid once (kernel/db/forms/captcha-stamps). */
export function stampOf(fields: FormFields): string {
  return fields.get(CAPTCHA_FIELDS.stamp)
}

export type Guard = { stamp: string; formToken: string }

export function handOutGuard(): Guard {
  return { stamp: issueStamp(), formToken: issueFormToken() }
}

/** Uses up the stamp of a visitor's form that passed `looksHuman`. Call it after every check that needs no query. */
export async function takeGuard(fields: FormFields): Promise<boolean> {
  const formToken = readFormToken(fields)
  return formToken !== undefined && takeStamp(deps, { stamp: stampOf(fields), formToken })
}

/** The field in which Turnstile's widget puts its token. */
const TURNSTILE_FIELD = 'cf-turnstile-response'
const GUARDED_PAGE = '/seller-confirm'

/** The key of Turnstile's widget; null: the installation does not use it. */
export const turnstileSiteKey = config.turnstile?.siteKey ?? null

/** Does this page show Turnstile's widget? No other page may load it. */
export function showsTurnstile(request: Request): boolean {
  return config.turnstile !== null && new URL(request.url).pathname === GUARDED_PAGE
}

/** What Turnstile says of the visitor; 'passed' where it is not used. A token counts once: ask last. */
export async function askTurnstile(request: Request, fields: FormFields): Promise<'passed' | 'failed' | 'unavailable'> {
  if (config.turnstile === null) return 'passed'
  const visitor = { token: fields.get(TURNSTILE_FIELD), address: clientAddress(request) }
  try {
    return (await passedTurnstile(config.turnstile, visitor)) ? 'passed' : 'failed'
  } catch (error) {
    if (!(error instanceof TurnstileUnavailable)) throw error
    reportError(error, {}, 'captcha verification failed')
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
