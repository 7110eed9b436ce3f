import { pilotPath } from '#app/accounts/domain/pilot-link.ts'

/** The target of the calls to action (spec §2). */
export const PILOT_LINK = pilotPath(null)

export function contactLink(subject: string): string {
  return `/contact?${new URLSearchParams({ subject })}`
}
