/** Whom a request comes from, by the header that our own proxies write. */
// As a whole: the server's bundle cannot take single names out of it.
import ipaddr from 'ipaddr.js'

/** A provider gives one household or one rented machine at least so much of IPv6 (RFC 6177): who has one has 2^64 addresses. */
const IPV6_PREFIX_BYTES = 8
/** Longer values are nobody's addresses. */
const LONGEST = 2_000
/** Some proxies add the port from which the visitor asks. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The visitor's address. `hops`: so many of our own proxies each add an address at the end of the header; whatever stands
 * before was written by the visitor. Null when that place holds no address.
 */
export function addressIn(header: string | null, hops: number): string | null {
  const stated = header?.slice(-LONGEST).split(',').at(-hops)?.trim() ?? ''
  const [, bracketed, beforePort] = WITH_PORT.exec(stated) ?? []
  return parseAddress(bracketed ?? beforePort ?? stated)?.toString() ?? null
}

/** Addresses of machines beside ours, which no visitor comes from. */
const OWN_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'])

/** One of a private network: a proxy of our own stands there. */
export function isOfOwnNetwork(address: string): boolean {
  return OWN_RANGES.has(parseAddress(address)?.range() ?? '')
}

/** The address itself, or the /64 that an IPv6 address lies in. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (!(parsed instanceof ipaddr.IPv6)) return address
  return `${new ipaddr.IPv6(parsed.toByteArray().fill(0, IPV6_PREFIX_BYTES)).toString()}/64`
}

/** The neighbourhood of an address, for records: a /24 of IPv4, a /48 of IPv6. It tells no household from the next. */
export function roughPlaceOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed instanceof ipaddr.IPv6) return `${new ipaddr.IPv6(parsed.toByteArray().fill(0, 6)).toString()}/48`
  return parsed === null ? 'unknown' : `${parsed.toByteArray().slice(0, 3).join('.')}.0/24`
}

/** A neighbourhood as records have it, of an address or a neighbourhood that somebody typed; as typed where it is neither. */
export function roughPlaceIn(typed: string): string {
  const place = roughPlaceOf(typed.replace(/\/\d{1,3}$/, ''))
  return place === 'unknown' ? typed : place
}

/** An IPv4 address in an IPv6 one is that IPv4 address. */
function parseAddress(text: string) {
  try {
    const address = ipaddr.parse(text)
    return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
  } catch {
    return null
  }
}
