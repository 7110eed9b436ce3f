/**
 * The lease to sign a ledger's payouts: one holder, for a time measured by the database. Nothing is stored under an
 * expired lease (trigger `may_be_signed`), so a holder that was frozen or cut off does no harm later.
 */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'

export type PayoutLease = { network: Network; epoch: bigint }

/** Returns the lease with a new, unique epoch. Null: somebody else holds it. */
export async function takePayoutLease(
  db: Database,
  asked: { network: Network; holder: string; seconds: number },
): Promise<PayoutLease | null> {
  const { network, holder, seconds } = asked
  const rows = await db.$queryRaw<{ epoch: bigint }[]>`
    insert into "payout_lease" as lease ("network", "holder", "epoch", "until")
    values (${network}::"Network", ${holder}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict ("network") do update
      set "holder" = excluded."holder", "epoch" = lease."epoch" + 1, "until" = excluded."until"
      where lease."until" <= clock_timestamp()
    returning lease."epoch"`
  const epoch = rows[0]?.epoch
  return epoch === undefined ? null : { network, epoch }
}

/** Extends the lease. False: it has ended. */
export async function renewPayoutLease(
  db: Database,
  { network, epoch }: PayoutLease,
  seconds: number,
): Promise<boolean> {
  const renewed = await db.$executeRaw`
    update "payout_lease" set "until" = clock_timestamp() + make_interval(secs => ${seconds})
    where "network" = ${network}::"Network" and "epoch" = ${epoch} and "until" > clock_timestamp()`
  return renewed === 1
}

/** Ends it early. The column stores milliseconds and would round up, which would extend the lease by a moment. */
export async function endPayoutLease(db: Database, { network, epoch }: PayoutLease): Promise<void> {
  await db.$executeRaw`
    update "payout_lease" set "until" = date_trunc('milliseconds', clock_timestamp())
    where "network" = ${network}::"Network" and "epoch" = ${epoch} and "until" > clock_timestamp()`
}
