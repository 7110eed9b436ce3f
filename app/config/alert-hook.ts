/** Where alerts are posted beside the letters, and the secrets of both webhooks. */
import type { z } from 'zod'
import { isOwnHost } from './secure-ways.ts'
import { optional } from './values.ts'

/** Of a secret that is no key in base64: as many characters as a key of Standard Webhooks has bytes at least. */
const SHORTEST = 24
const KEY = /^whsec_([A-Za-z0-9+/]+={0,2})$/

const url = optional.refine((value) => value === undefined || isHookAddress(value), {
  error:
    'must be an address that begins with https://, or with http:// of a machine in your own network, without a password in it',
})

function isHookAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isOwnHost(hostname))
}

const secret = optional.refine((value) => value === undefined || keyOf(value) !== null, {
  error: `must be whsec_ and a key of at least ${SHORTEST} bytes in base64, or at least ${SHORTEST} other characters`,
})

/** As the mail service shows it: another text would sign nothing that it sends. */
export const mailHookSecret = optional.refine(
  (value) => value === undefined || (value.startsWith('whsec_') && keyOf(value) !== null),
  { error: `must be the signing secret of the webhook, as the mail service shows it: whsec_ and a key in base64` },
)

/** Null: too short. */
function keyOf(value: string): Uint8Array | null {
  if (!value.startsWith('whsec_')) return value.length < SHORTEST ? null : new TextEncoder().encode(value)
  const [, base64 = ''] = KEY.exec(value) ?? []
  const bytes =
    base64.length % 4 === 0 && base64 !== '' ? Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) : []
  return bytes.length < SHORTEST ? null : Uint8Array.from(bytes)
}

export const ALERT_SETTINGS = { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }

type Settings = { [Name in keyof typeof ALERT_SETTINGS]?: z.output<(typeof ALERT_SETTINGS)[Name]> }

/** Null: none is set. `key`: what signs; null: nothing does. */
export function alertHookOf({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Settings) {
  return url === undefined ? null : { url, key: secret === undefined ? null : keyOf(secret) }
}

/** A secret signs nothing by itself. */
export function refuseHalfAlertHook({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Settings): string[] {
  return url === undefined && secret !== undefined
    ? ['ALERT_WEBHOOK_SECRET: is set without ALERT_WEBHOOK_URL; set that, or leave both out']
    : []
}
