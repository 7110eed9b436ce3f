/** A party lets somebody without an account read an escrow. Making, revoking and viewing a link are in its history. */
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow, lockEscrow } from '#app/escrow/db/escrows.server.ts'
import {
  countView,
  createViewLink,
  findLiveLinks,
  findViewLink,
  revokeViewLink,
} from '#app/escrow/db/view-links.server.ts'
import { sideOfAct } from '#app/escrow/domain/permissions.ts'
import { isLiveLink, MOST_VIEW_LINKS, VIEW_LINK_LIFE_MS } from '#app/escrow/domain/view-link.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { type Database, inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Deps } from '#app/workflow-deps.ts'

type By = { escrowId: string; userId: string }

/** For a party of the escrow. Refusals: escrow_not_found, view_links_full. */
export async function makeViewLink(
  deps: Deps,
  { escrowId, userId, showsFiles }: By & { showsFiles: boolean },
): Promise<{ linkId: string } | Refusal> {
  const seen = await findPermitted(deps.db, { escrowId, userId }, 'makeViewLink')
  if (!seen) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, escrowId)
    const now = deps.clock.now()
    const live = await findLiveLinks(tx, { escrowId, madeById: userId, now })
    if (live.length >= MOST_VIEW_LINKS) return refuse('view_links_full', { values: { most: String(MOST_VIEW_LINKS) } })
    const id = deps.newId()
    await createViewLink(tx, {
      id,
      escrowId,
      madeById: userId,
      token: deps.accountToken({ id, purpose: 'view_link' }),
      showsFiles,
      createdAt: now,
      expiresAt: new Date(now.getTime() + VIEW_LINK_LIFE_MS),
    })
    const detail = { by: seen.side, link: id, withFiles: showsFiles }
    await writeEvent(tx, { kind: 'view_link_made', at: now, escrowId, userId, detail })
    return { linkId: id }
  })
}

/** Idempotent. Refusals: escrow_not_found for a link that is not this person's. */
export async function endViewLink(
  deps: Deps,
  { escrowId, userId, linkId }: By & { linkId: string },
): Promise<{ linkId: string } | Refusal> {
  if (!looksLikeRowId(linkId)) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const escrow = await findEscrow(tx, escrowId)
    const revoked = escrow && (await revokeViewLink(tx, { id: linkId, escrowId, madeById: userId, at: now }))
    if (!escrow || !revoked) return refuse('escrow_not_found')
    if (revoked === 'now') {
      const detail = { by: sideOfAct(escrow, { madeById: userId }), link: linkId }
      await writeEvent(tx, { kind: 'view_link_revoked', at: now, escrowId, userId, detail })
    }
    return { linkId }
  })
}

/** Returns what a live link opens, and its maker's name; null for every other. */
export async function openViewLink(
  deps: Deps,
  token: string,
): Promise<{ id: string; escrowId: string; showsFiles: boolean; madeBy: string } | null> {
  const link = await findLive(deps.db, { token, now: deps.clock.now() })
  return link && { id: link.id, escrowId: link.escrowId, showsFiles: link.showsFiles, madeBy: link.madeBy.name }
}

const DAY_MS = 24 * 3_600_000

/** Counts each view of a link's page, and records one a day in the history. */
export async function noteView(deps: Deps, token: string): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const link = await findLive(tx, { token, now })
    if (!link || !(await countView(tx, { id: link.id, at: now }))) return
    const since = now.getTime() - DAY_MS
    if (link.lastViewedAt !== null && link.lastViewedAt.getTime() > since) return
    const escrow = await findEscrow(tx, link.escrowId)
    const detail = escrow && { by: sideOfAct(escrow, link), link: link.id }
    await writeEvent(tx, { kind: 'view_link_opened', at: now, escrowId: link.escrowId, detail: detail ?? {} })
  })
}

async function findLive(db: Database | Transaction, { token, now }: { token: string; now: Date }) {
  const link = await findViewLink(db, token)
  return link && isLiveLink(link, now) ? link : null
}
