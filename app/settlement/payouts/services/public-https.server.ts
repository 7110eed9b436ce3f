/** Reads small texts from servers named by users: only over HTTPS, from public addresses, without redirects. */
import { lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** No text: the server is unavailable, slow, not public, or sends too much. */
export class NotReadable extends Error {
  override name = 'NotReadable' as const
}

export type Limits = { signal: AbortSignal; maxBytes: number }

/** Null: the server answered 404. Throws NotReadable. */
export type ReadText = (url: URL, limits: Limits) => Promise<string | null>

const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
/** Global unicast, less what leads elsewhere: Teredo, 6to4, documentation (64:ff9b::/96, IPv4 inside, lies outside). */
const PUBLIC_IPV6 = new BlockList()
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6')
const NOT_PUBLIC_IPV6 = new BlockList()
NOT_PUBLIC_IPV6.addSubnet('2001::', 23, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('2001:db8::', 32, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('2002::', 16, 'ipv6')

/** True for an address of the public internet. Any other may be a machine of ours. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return family === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6')
}

/** Resolves for the connection itself, so that a second DNS answer cannot lead elsewhere. */
const lookUpPublic: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    if (!isPublic) return found(new NotReadable(`${host} is not on the public internet`), [])
    const [first] = addresses
    if (options.all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family)
  })
}

export const readPublicText: ReadText = (url, limits) =>
  new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown) => reject(new NotReadable(`${url.hostname}: ${why}`, { cause }))
    if (!isNamedHost(url)) return fail('not a server of the public internet')
    const asked = request(
      url,
      {
        lookup: lookUpPublic,
        signal: limits.signal,
        headers: { Accept: 'application/json, text/plain' },
        agent: false,
      },
      (response) => {
        if (response.statusCode === 404) {
          response.destroy()
          return resolve(null)
        }
        if (response.statusCode !== 200) {
          response.destroy()
          return fail(`answers with ${response.statusCode}`)
        }
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          parts.push(part)
          if (size > limits.maxBytes) response.destroy(new Error('too long'))
        })
        response.on('error', (error) => fail('the answer broke off', error))
        response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
      },
    )
    asked.on('error', (error) => fail('no answer', error))
    asked.end()
  })

/** A host name with a dot, over HTTPS on its default port; no IP addresses. */
function isNamedHost({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0
}
