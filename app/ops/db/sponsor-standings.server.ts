/** Balances of the sponsor accounts of on-chain escrows, as the worker last read them. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'

export type SponsorStanding = {
  network: Network
  account: string
  /** In the ledger's own asset, above its reserve. Null: no such account on the ledger. */
  spendable: Decimal | null
}

/** Includes accounts of former settings. */
export async function findSponsorStandings(db: Database): Promise<SponsorStanding[]> {
  const rows = await db.keeperStanding.findMany()
  return rows.map(({ network, account, spendable }) => ({ network, account, spendable: toDecimalOrNull(spendable) }))
}

export async function storeSponsorStanding(db: Database, standing: SponsorStanding & { readAt: Date }): Promise<void> {
  const { network, account, readAt } = standing
  const read = { spendable: standing.spendable && plain(standing.spendable), readAt }
  const where = { network_account: { network, account } }
  await db.keeperStanding.upsert({ where, create: { network, account, ...read }, update: read })
}
