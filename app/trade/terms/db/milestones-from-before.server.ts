/** For one release (docs/decisions/147): escrows, and what is of them, from before there were milestones. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

type Slice = {
  /** Where the next slice begins; null: this was the last one. */
  last: string | null
  /** Those of it that have no milestone yet, or have something that names none. */
  escrowIds: string[]
}

/** The next `take` escrows in the order of their ids. */
export async function findWithoutMilestone(
  db: Database,
  { after, take }: { after: string; take: number },
): Promise<Slice> {
  const [row] = await db.$queryRaw<Slice[]>`
    select (array_agg("id"::text order by "id" desc))[1] as "last",
      coalesce(array_agg("id"::text order by "id") filter (where
        not exists (select 1 from "milestone" m where m."escrowId" = "slice"."id" and m."id" is not null and m."amount" is not null)
        or exists (select 1 from "presentation" p where p."escrowId" = "slice"."id" and p."milestoneId" is null)
        or exists (select 1 from "escrow_clock" c where c."escrowId" = "slice"."id" and c."milestoneId" is null)
        or exists (select 1 from "settlement" s where s."escrowId" = "slice"."id" and s."milestoneId" is null and s."cause" <> 'excess')), '{}') as "escrowIds"
    from (select "id" from "escrow" where "id" > ${after}::uuid order by "id" limit ${take}) as "slice"`
  return row ?? { last: null, escrowIds: [] }
}

/** Gives the escrow its milestone, and what is of it that milestone. */
export async function giveMilestone(tx: Transaction, escrowId: string): Promise<void> {
  await tx.$executeRaw`select 1 from "escrow" where "id" = ${escrowId}::uuid for update`
  const [of] = await tx.$queryRaw<{ milestoneId: string }[]>`
    select "milestone_of"(${escrowId}::uuid)::text as "milestoneId"`
  if (!of) throw new Error('a function answers with one row')
  const where = { escrowId, milestoneId: null }
  await tx.presentation.updateMany({ where, data: of })
  await tx.escrowClock.updateMany({ where, data: of })
  await tx.settlement.updateMany({ where: { ...where, cause: { not: 'excess' } }, data: of })
}
