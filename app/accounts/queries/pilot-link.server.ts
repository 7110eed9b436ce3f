import { findPilotLink } from '#app/accounts/db/pilot-links.server.ts'
import { pilotPath } from '#app/accounts/domain/pilot-link.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

/** The pilot's link to give away; `count`: accounts opened by it, null for the public link. */
export type PilotLink = { href: string; count: number | null }

/** For pilots that nobody referred, who may have customers; null for everybody else. */
export async function forwarderLink(
  db: Database,
  { viewer, origin }: { viewer: { id: string; role: string | null }; origin: string },
): Promise<PilotLink | null> {
  if (viewer.role !== 'buyer') return null
  const { code, count, isPilot, isReferred } = await findPilotLink(db, viewer.id)
  return !isPilot || isReferred ? null : { href: origin + pilotPath(code), count }
}

/** The link of a signed-in trader, by which we learn who referred a customer; else the public one. */
export async function ownPilotLink(
  db: Database,
  { viewer, origin }: { viewer: { id: string; role: string | null } | null; origin: string },
): Promise<PilotLink> {
  if (viewer?.role !== 'buyer' && viewer?.role !== 'seller') return { href: origin + pilotPath(null), count: null }
  const { code, count } = await findPilotLink(db, viewer.id)
  return { href: origin + pilotPath(code), count }
}
