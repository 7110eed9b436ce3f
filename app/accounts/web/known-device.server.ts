/**
 * A cookie in browsers in which somebody has signed in. Their attempts are counted separately, so that nobody who
 * merely knows an address can block its owner by wrong passwords. It grants no access.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { z } from 'zod'
import { config } from '#app/runtime.server.ts'

const ONE_YEAR = 365 * 24 * 60 * 60
/** People share a browser, but only a few of them. */
const MOST_ACCOUNTS = 5

const known = z.object({ id: z.string(), accounts: z.array(z.string()) })

const deviceCookie = createCookie(config.isHttps ? '__Host-device' : 'device', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.isHttps,
  maxAge: ONE_YEAR,
  secrets: [config.sessionSecret],
})

/** Returns the device's id when the account of this address was opened on it before, else null. */
export async function knownDevice(request: Request, email: string): Promise<string | null> {
  const device = await read(request)
  return device?.accounts.includes(markOf(device.id, email)) ? device.id : null
}

/** The Set-Cookie value after signing in. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const device = (await read(request)) ?? { id: randomBytes(12).toString('base64url'), accounts: [] }
  const accounts = [markOf(device.id, email), ...device.accounts]
  return deviceCookie.serialize({ id: device.id, accounts: [...new Set(accounts)].slice(0, MOST_ACCOUNTS) })
}

async function read(request: Request): Promise<z.infer<typeof known> | null> {
  const cookie: unknown = await deviceCookie.parse(request.headers.get('Cookie'))
  return known.safeParse(cookie).data ?? null
}

/** The address cannot be derived from it. */
function markOf(id: string, email: string): string {
  return createHmac('sha256', config.sessionSecret).update(`device:${id}:${email}`).digest('base64url').slice(0, 22)
}
