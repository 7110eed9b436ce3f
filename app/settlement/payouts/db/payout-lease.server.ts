/**
 * Who may sign the payouts of a ledger: one holder, for a time that the database measures. Nothing is stored under a lease
 * that has ended (trigger `may_be_signed`), so a holder that was frozen or cut off does no harm when it wakes.
 */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'

export type PayoutLease = { network: Network; epoch: bigint }

/** The lease, with an epoch that nobody had before, or null while somebody else holds it. */
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

/** Holds it for longer. False when it has ended meanwhile. */
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

/** Gives it back before its time. The column has milliseconds and would round up: the lease would be held for a moment more. */
export async function endPayoutLease(db: Database, { network, epoch }: PayoutLease): Promise<void> {
  await db.$executeRaw`
    update "payout_lease" set "until" = date_trunc('milliseconds', clock_timestamp())
    where "network" = ${network}::"Network" and "epoch" = ${epoch} and "until" > clock_timestamp()`
}
