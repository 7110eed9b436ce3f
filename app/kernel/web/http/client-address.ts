/** Finds where a request comes from, by the header that our own proxies write. */
// Imported as a whole: the server's bundle cannot take single names out of it.
import ipaddr from 'ipaddr.js'

/** A provider gives one household or one rented machine at least a /64 of IPv6 (RFC 6177): 2^64 addresses. */
const IPV6_PREFIX_BYTES = 8
/** Only this many characters at the end of a header are read. */
const LONGEST = 2_000
/** Some proxies append the visitor's port. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The visitor's address. `hops`: the number of our own proxies, each of which appends an address to the header; what
 * precedes these was written by the visitor. Null: no address in that place.
 */
export function addressIn(header: string | null, hops: number): string | null {
  const stated = header?.slice(-LONGEST).split(',').at(-hops)?.trim() ?? ''
  const [, bracketed, beforePort] = WITH_PORT.exec(stated) ?? []
  return parseAddress(bracketed ?? beforePort ?? stated)?.toString() ?? null
}

/** Ranges of addresses that no visitor comes from. */
const OWN_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'])

/** Is the address in a private network? Then it is a proxy of our own. */
export function isOfOwnNetwork(address: string): boolean {
  return OWN_RANGES.has(parseAddress(address)?.range() ?? '')
}

/** The address itself, or the /64 of an IPv6 address. */
export function addressBlockOf(address: string): string {
  const parsed = parseAddress(address)
  if (!(parsed instanceof ipaddr.IPv6)) return address
  return `${new ipaddr.IPv6(parsed.toByteArray().fill(0, IPV6_PREFIX_BYTES)).toString()}/64`
}

/** The range of an address, for records: a /24 of IPv4, a /48 of IPv6. It does not identify a household. */
export function roughPlaceOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed instanceof ipaddr.IPv6) return `${new ipaddr.IPv6(parsed.toByteArray().fill(0, 6)).toString()}/48`
  return parsed === null ? 'unknown' : `${parsed.toByteArray().slice(0, 3).join('.')}.0/24`
}

/** The range, as records have it, of a typed address or range; anything else as typed. */
export function roughPlaceIn(typed: string): string {
  const place = roughPlaceOf(typed.replace(/\/\d{1,3}$/, ''))
  return place === 'unknown' ? typed : place
}

/** An IPv4-mapped IPv6 address counts as its IPv4 address. */
function parseAddress(text: string) {
  try {
    const address = ipaddr.parse(text)
    return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
  } catch {
    return null
  }
}
