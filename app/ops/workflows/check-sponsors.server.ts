import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { sponsorOn } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import { storeSponsorStanding } from '#app/ops/db/sponsor-standings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Reads the balances of the sponsor accounts of on-chain escrows (decision 087): operators are alerted before they run
 * out. Throws LedgerUnavailable after asking the other ledger; the old balance stays then.
 */
export async function checkSponsors(deps: Pick<Deps, 'db' | 'ledgers' | 'keeping' | 'clock'>): Promise<void> {
  const looks = await Promise.allSettled(
    NETWORKS.map(async (network) => {
      const account = sponsorOn(deps, network)
      if (account === null) return
      const standing = await deps.ledgers[network].standing(account)
      const read = { spendable: standing?.spendable ?? null, readAt: deps.clock.now() }
      await storeSponsorStanding(deps.db, { network, account, ...read })
    }),
  )
  const failed = looks.find((look) => look.status === 'rejected')
  if (failed) throw failed.reason
}
