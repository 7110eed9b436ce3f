/**
 * Requires encrypted connections where real money is (docs/decisions/128): whoever changes what servers answer can
 * invent deposits, which are paid out, prices, or names that are on no list.
 */
import { PUBLIC_STELLAR } from './names.ts'
import { isThisMachine } from './origin.ts'
import { optional } from './values.ts'

const XRPL_MAINNET_ID = 0

/** Settings with the address of a service, and the encrypted protocol that each needs. */
const SERVICES = {
  COINGECKO_URL: 'https:',
  KRAKEN_URL: 'https:',
  OFAC_SDN_URL: 'https:',
  OFAC_CONSOLIDATED_URL: 'https:',
  UN_LIST_URL: 'https:',
  EU_LIST_URL: 'https:',
  UK_LIST_URL: 'https:',
  RESEND_BASE_URL: 'https:',
  S3_ENDPOINT: 'https:',
  TURNSTILE_VERIFY_URL: 'https:',
} as const
/** Modes that check the server's identity; in this program's driver `require` does so, too. */
const SAFE_MODES = ['require', 'verify-ca', 'verify-full']

export type SecureWays = { [Name in keyof typeof SERVICES]?: string | undefined } & {
  STELLAR_PASSPHRASE: string
  XRPL_NETWORK_ID: number
  DATABASE_URL: string
  HORIZON_URL: string[]
  XRPL_URL: string[]
  CLAMD_ADDRESS: { host: string; port: number } | { path: string } | null
  PRIVATE_HOSTS: string[]
}

/** Returns one sentence per setting that leads unencrypted to another machine, when a network is public. */
export function refuseOpenWays(settings: SecureWays): string[] {
  const stellar = settings.STELLAR_PASSPHRASE === PUBLIC_STELLAR
  const xrpl = settings.XRPL_NETWORK_ID === XRPL_MAINNET_ID
  if (!stellar && !xrpl) return []
  const services = Object.entries(SERVICES).flatMap(([name, protocol]) => {
    const url = settings[name as keyof typeof SERVICES]
    return url === undefined ? [] : refuseOpen(name, url, { protocol, settings })
  })
  const servers = (name: 'HORIZON_URL' | 'XRPL_URL', protocol: string) =>
    settings[name].flatMap((url) => refuseOpen(name, url, { protocol, settings }))
  return [
    ...(stellar ? servers('HORIZON_URL', 'https:') : []),
    ...(xrpl ? servers('XRPL_URL', 'wss:') : []),
    ...services,
    ...refuseOpenDatabase(settings),
    ...refuseFarScanner(settings),
  ]
}

type Asked = { protocol: string; settings: SecureWays }

function refuseOpen(name: string, url: string, { protocol, settings }: Asked): string[] {
  const { protocol: used, hostname, host } = new URL(url)
  if (used === protocol || isNear(hostname, settings)) return []
  return [
    `${name}: must begin with ${protocol}// on a public network; ${used}//${host} can be read and changed on the way. ${wayOut(hostname)}`,
  ]
}

/** A socket has no host. The error message never contains the password. */
function refuseOpenDatabase(settings: SecureWays): string[] {
  const { hostname, searchParams } = new URL(settings.DATABASE_URL)
  const host = hostname === '' ? (searchParams.get('host') ?? '') : hostname
  if (host === '' || host.startsWith('/') || host.startsWith('%2F') || isNear(host, settings)) return []
  if (SAFE_MODES.includes(searchParams.get('sslmode') ?? '')) return []
  return [
    `DATABASE_URL: must end with sslmode=verify-full (${SAFE_MODES.join(', ')}) on a public network; what ${host} says can be read and changed on the way. ${wayOut(host)}`,
  ]
}

/** clamd has no TLS. */
function refuseFarScanner(settings: SecureWays): string[] {
  const { CLAMD_ADDRESS: place } = settings
  if (place === null || 'path' in place || isNear(place.host, settings)) return []
  return [
    `CLAMD_ADDRESS: must be on this machine on a public network, since clamd sends what it reads in the open. ${wayOut(place.host)}`,
  ]
}

function isNear(host: string, { PRIVATE_HOSTS }: SecureWays): boolean {
  return isThisMachine(host) || host === '::1' || isPrivateHost(host, PRIVATE_HOSTS)
}

const wayOut = (host: string) => `Where ${host} is in a network of your own alone, name it in PRIVATE_HOSTS`

const OWN_HOST =
  /^(?:[^.:]+|.+\.(?:internal|local|localhost|lan|flycast|home\.arpa)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1|f[cd][0-9a-f:]*)\])$/i

/** Can this host be only in a private network? A name without a dot, a suffix of such networks, a private address. */
export function isOwnHost(host: string): boolean {
  return OWN_HOST.test(host)
}

/** Hosts that are contacted unencrypted, separated by commas; a leading dot stands for all hosts with that ending. */
export const privateHosts = optional.transform((value, context): string[] => {
  const hosts = (value ?? '').split(',').flatMap((part) => part.trim().toLowerCase() || [])
  const wrong = hosts.find((host) => !isOwnHost(host.replace(/^\./, '')))
  if (wrong !== undefined) {
    context.addIssue({
      code: 'custom',
      message: `must be hosts of your own network with commas between them, such as postgres, .internal or 10.0.0.5; ${wrong} can be anybody's`,
    })
  }
  return hosts
})

/** `named`: as `privateHosts` returns them. */
export function isPrivateHost(host: string, named: readonly string[]): boolean {
  const lower = host.toLowerCase()
  return named.some((name) => (name.startsWith('.') ? lower.endsWith(name) : lower === name || lower === `[${name}]`))
}
