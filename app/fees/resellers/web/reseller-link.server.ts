/** The read-only page of a reseller, for anybody with its link. */
import { findByLink, type StoredReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { deps } from '#app/runtime.server.ts'

/** All our tokens are shorter. */
const LONGEST_TOKEN = 100

/** Null: the link was revoked or never existed. Throws a 429 Response after too many visits. */
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

export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }
