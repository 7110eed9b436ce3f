/** Machines in a network of one's own, by the names and addresses that lead nowhere else. */
import { optional } from './values.ts'

const OWN_HOST =
  /^(?:[^.:]+|.+\.(?:internal|local|localhost|lan|flycast|home\.arpa)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1|f[cd][0-9a-f:]*)\])$/i

/** Could it be only in a network of one's own? A name without a dot, one that ends as those of such networks do, a private address. */
export function isOwnHost(host: string): boolean {
  return OWN_HOST.test(host)
}

/** Hosts that are spoken to in the open, with commas between them; with a dot before it, all that end so. */
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

/** `named`: as `privateHosts` reads them. */
export function isPrivateHost(host: string, named: readonly string[]): boolean {
  const lower = host.toLowerCase()
  return named.some((name) => (name.startsWith('.') ? lower.endsWith(name) : lower === name || lower === `[${name}]`))
}
