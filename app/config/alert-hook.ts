/** Settings of the webhook for alerts, which are also sent by email, and the form of both webhooks' secrets. */
import type { z } from 'zod'
import { isOwnHost } from './secure-ways.ts'
import { optional } from './values.ts'

/** The minimum length of a secret: bytes of a Standard Webhooks key in base64, characters of any other text. */
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

/** As the mail service shows it: any other text would verify no signature of the service. */
export const mailHookSecret = optional.refine(
  (value) => value === undefined || (value.startsWith('whsec_') && keyOf(value) !== null),
  { error: `must be the signing secret of the webhook, as the mail service shows it: whsec_ and a key in base64` },
)

/** Null: too short, or not base64 after `whsec_`. */
function keyOf(value: string): Uint8Array | null {
  if (!value.startsWith('whsec_')) return value.length < SHORTEST ? null : new TextEncoder().encode(value)
  const [, base64 = ''] = KEY.exec(value) ?? []
  const bytes =
    base64.length % 4 === 0 && base64 !== '' ? Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) : []
  return bytes.length < SHORTEST ? null : Uint8Array.from(bytes)
}

export const ALERT_SETTINGS = { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }

type Settings = { [Name in keyof typeof ALERT_SETTINGS]?: z.output<(typeof ALERT_SETTINGS)[Name]> }

/** Null: no webhook is set. `key` signs what is posted; null: it is not signed. */
export function alertHookOf({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Settings) {
  return url === undefined ? null : { url, key: secret === undefined ? null : keyOf(secret) }
}

/** Refuses a secret without an address, which would sign nothing. */
export function refuseHalfAlertHook({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Settings): string[] {
  return url === undefined && secret !== undefined
    ? ['ALERT_WEBHOOK_SECRET: is set without ALERT_WEBHOOK_URL; set that, or leave both out']
    : []
}
