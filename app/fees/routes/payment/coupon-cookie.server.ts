/** The coupon code of a link (`/payment?ref=CODE`), kept until the fee is quoted: it outlives registering and logging in. */
import { createCookie } from '@remix-run/node'
import { normalizeCode } from '#app/fees/domain/coupon.ts'
import { config } from '#app/runtime.server.ts'

const THIRTY_DAYS = 30 * 24 * 60 * 60
export const LONGEST_CODE = 64

const couponCookie = createCookie('ref', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.isHttps,
  maxAge: THIRTY_DAYS,
})

/** The code of the link, or null when the link has none. */
export function codeInLink(request: Request): string | null {
  const code = normalizeCode(new URL(request.url).searchParams.get('ref') ?? '').slice(0, LONGEST_CODE)
  return code === '' ? null : code
}

/** The code that an earlier link brought; empty when there was none. */
export async function readKeptCode(request: Request): Promise<string> {
  const code: unknown = await couponCookie.parse(request.headers.get('Cookie'))
  return typeof code === 'string' ? code : ''
}

/** The Set-Cookie value that keeps a code, as far as one may be long; an empty one is forgotten. */
export async function keepCode(code: string): Promise<string> {
  const kept = normalizeCode(code).slice(0, LONGEST_CODE)
  return kept === '' ? couponCookie.serialize('', { maxAge: 0 }) : couponCookie.serialize(kept)
}
