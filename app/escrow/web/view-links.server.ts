import { findLiveLinks } from '#app/escrow/db/view-links.server.ts'
import type { ViewLinkView } from '#app/escrow/domain/view-link.ts'
import { config, deps } from '#app/runtime.server.ts'

/** The page of a link. The token is in the query, which no log keeps. */
export const SHARED_PAGE = '/shared-escrow'

/** Returns a person's own live links to an escrow, in full, so that their maker can copy them. */
export async function ownViewLinks(of: { escrowId: string; userId: string }): Promise<ViewLinkView[]> {
  const asked = { escrowId: of.escrowId, madeById: of.userId, now: deps.clock.now() }
  const links = await findLiveLinks(deps.db, asked)
  return links.map(({ id, showsFiles, views, ...times }) => ({
    id,
    address: `${config.origin}${SHARED_PAGE}?token=${deps.accountToken({ id, purpose: 'view_link' })}`,
    showsFiles,
    views,
    expiresAt: times.expiresAt.toISOString(),
    lastViewedAt: times.lastViewedAt?.toISOString() ?? null,
  }))
}
