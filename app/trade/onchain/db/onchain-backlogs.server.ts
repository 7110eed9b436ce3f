/** How many on-chain escrows wait for Quayside, and since when: counted through partial indexes. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { CLEARANCE_WAITS } from '#app/settlement/payouts/db/approvals.server.ts'
import { networkOfEscrow } from './on-network.ts'

type Backlog = { count: number; oldestAt: Date | null; newestAt: Date | null }
type Backlogs = Record<Network, Backlog>

/**
 * Settlements by what they wait for: a fault of ours, network fees, their turn; or sent and not final. Counted since
 * the last wallet signed. `second_operator`: deposits above a limit, before they are made.
 */
export type SettlementBacklogs = Record<'second_operator' | 'error' | 'fees' | 'turn' | 'under_way', Backlog>

const BROKEN = Prisma.sql`x."state" in ('collecting', 'ready') and x."waitsFor" = 'error'`
const FEES = Prisma.sql`x."state" in ('collecting', 'ready') and x."waitsFor" = 'fees'`
const TURN = Prisma.sql`x."state" = 'ready' and (x."waitsFor" is null or x."waitsFor" = 'history')`
const UNDER_WAY = Prisma.sql`x."state" = 'submitted'`

export async function findSettlementBacklogs(db: Database): Promise<Record<Network, SettlementBacklogs>> {
  const [second_operator, ...heaps] = await Promise.all([
    findAboveLimit(db),
    ...[BROKEN, FEES, TURN, UNDER_WAY].map((which) => findBacklogs(db, which)),
  ])
  const [error, fees, turn, under_way] = heaps
  const of = (network: Network) => ({
    second_operator: second_operator[network],
    error: error?.[network] ?? NONE,
    fees: fees?.[network] ?? NONE,
    turn: turn?.[network] ?? NONE,
    under_way: under_way?.[network] ?? NONE,
  })
  return { stellar: of('stellar'), xrpl: of('xrpl') }
}

const NONE: Backlog = { count: 0, oldestAt: null, newestAt: null }

async function findBacklogs(db: Database, which: Prisma.Sql): Promise<Backlogs> {
  return byNetwork(
    await db.$queryRaw`
      select x."network", count(*)::int as "count", min(x."since") as "oldestAt", max(x."since") as "newestAt"
      from (
        select x."network", greatest(x."createdAt",
          (select max(s."addedAt") from "hold_signature" s where s."exitId" = x."id")) as "since"
        from "transfer" x where x."lockId" is not null and ${which}
      ) x group by 1`,
  )
}

async function findAboveLimit(db: Database): Promise<Backlogs> {
  return byNetwork(
    await db.$queryRaw`
      select ${networkOfEscrow()} as "network", count(*)::int as "count",
        min(c."askedAt") as "oldestAt", max(c."askedAt") as "newestAt"
      from "hold_clearance" c join "escrow" e on e."id" = c."escrowId"
      where ${CLEARANCE_WAITS} group by 1`,
  )
}

/** Agreements that need an account or secrets from Quayside before their buyers can lock the money. */
export async function findAgreementBacklogs(db: Database): Promise<Backlogs> {
  return byNetwork(
    await db.$queryRaw`
      select ${networkOfEscrow()} as "network", count(*)::int as "count",
        min(a."since") as "oldestAt", max(a."since") as "newestAt"
      from (
        select "escrowId", "agreedAt" as "since" from "hold_agreement"
        where "supersededAt" is null and "closedAt" is null and "openedAt" is null
        union all
        select "escrowId", "wantsSecretAt" from "hold_agreement"
        where "wantsSecretAt" is not null and "openedAt" is not null and "supersededAt" is null and "closedAt" is null
      ) a join "escrow" e on e."id" = a."escrowId"
      where e."cancelledAt" is null and e."verifiedAt" is null
      group by 1`,
  )
}

function byNetwork(rows: (Backlog & { network: Network })[]): Backlogs {
  const of = (network: Network) => rows.find((row) => row.network === network) ?? NONE
  return { stellar: of('stellar'), xrpl: of('xrpl') }
}
