/** A link's coupon code (`/payment?ref=CODE`), kept until the fee is quoted; it survives registration and login. */
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

/** Null: the link has no code. */
export function codeInLink(request: Request): string | null {
  const code = normalizeCode(new URL(request.url).searchParams.get('ref') ?? '').slice(0, LONGEST_CODE)
  return code === '' ? null : code
}

/** The code of an earlier link; empty: none. */
export async function readKeptCode(request: Request): Promise<string> {
  const code: unknown = await couponCookie.parse(request.headers.get('Cookie'))
  return typeof code === 'string' ? code : ''
}

/** Returns the Set-Cookie value that keeps a code, cut to the maximum length. An empty code deletes the cookie. */
export async function keepCode(code: string): Promise<string> {
  const kept = normalizeCode(code).slice(0, LONGEST_CODE)
  return kept === '' ? couponCookie.serialize('', { maxAge: 0 }) : couponCookie.serialize(kept)
}
