/** Who pays the reserve of an entry (CAP-33; stellar-core, SponsorshipUtils): its own account, or a sponsor. */
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import { type Account, canReserve, MAX_SUBENTRIES, subentryCount } from './account.ts'

type Sponsored = { sponsor: string; entries: number; ledger: number }

/** Charges the reserve of so many more entries to the sponsor. False: it cannot pay, and nothing is changed. */
export function sponsorEntries(draft: Draft, { sponsor, entries, ledger }: Sponsored): boolean {
  const account = draft.find(sponsor)
  if (account === undefined || !canReserve(account, entries)) return false
  draft.put({ ...account, sponsoring: account.sponsoring + entries, modifiedIn: ledger })
  return true
}

/** Releases the sponsor from the reserve of entries; does nothing without a sponsor. */
export function releaseEntries(draft: Draft, { sponsor, entries, ledger }: Nullable<Sponsored>): void {
  const account = sponsor === null ? undefined : draft.find(sponsor)
  if (account === undefined) return
  draft.put({ ...account, sponsoring: account.sponsoring - entries, modifiedIn: ledger })
}

type Nullable<Sponsorship extends { sponsor: string }> = Omit<Sponsorship, 'sponsor'> & { sponsor: string | null }

/** Returns who pays the reserve of one more entry of the account, or why nobody can. */
export function reserveSubentry(
  draft: Draft,
  account: Account,
  ledger: number,
): { sponsor: string | null } | 'LowReserve' | 'TooManySubentries' {
  if (subentryCount(account) >= MAX_SUBENTRIES) return 'TooManySubentries'
  const sponsor = draft.sponsorships.get(account.address) ?? null
  const isKept = sponsor === null ? canReserve(account, 1) : sponsorEntries(draft, { sponsor, entries: 1, ledger })
  return isKept ? { sponsor } : 'LowReserve'
}

/** Returns true while the account sponsors new entries of others. */
export function isSponsoringNow(draft: Draft, address: string): boolean {
  return [...draft.sponsorships.values()].includes(address)
}
