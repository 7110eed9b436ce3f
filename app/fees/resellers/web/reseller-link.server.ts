/** The page of a reseller for whoever holds its link; it can be read and nothing else. */
import { findByLink, type StoredReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { deps } from '#app/runtime.server.ts'

/** As long as every token of ours; anything longer is nobody's. */
const LONGEST_TOKEN = 100

/** Null for a link that is dead or never was. Throws a 429 Response for too many looks. */
export async function openResellerLink(request: Request): Promise<{ reseller: StoredReseller; token: string } | null> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const reseller = token === '' || token.length > LONGEST_TOKEN ? null : await findByLink(deps.db, token)
  if (reseller) {
    await countTry('reseller_by_link', reseller.linkId ?? reseller.id)
    return { reseller, token }
  }
  const network = clientNetwork(request)
  if (network !== null) await countTry('dead_link_by_network', network)
  return null
}

/** What such a page is answered with: nothing keeps it, nobody lists it. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }
