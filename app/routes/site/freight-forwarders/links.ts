/** Where the calls to action lead (spec §2). */
export const PILOT_LINK = '/register?pilot=freight'

export function contactLink(subject: string): string {
  return `/contact?${new URLSearchParams({ subject })}`
}
