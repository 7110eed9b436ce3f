/** Daily sums from the audit log, added in its order: each event once, however late it comes (docs/decisions/060). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type FiguresState = { seq: number; rules: number; addedAt: Date | null; openAt: Date | null }

/** Null: nothing has been added yet. */
export async function findState(db: Database): Promise<FiguresState | null> {
  const row = await db.figureState.findFirst()
  return row && { ...row, seq: Number(row.seq) }
}

/** Locks the state: concurrent jobs wait, and continue from there. `rules`: the only ones the caller may write by. */
export async function lockState(tx: Transaction, { now, rules }: { now: Date; rules: number }): Promise<FiguresState> {
  await tx.$executeRaw`
    insert into "figure_state" ("addedAt", "rules") values (${now}, ${rules}) on conflict ("id") do nothing`
  await tx.$queryRaw`select set_config('quayside.figure_rules', ${String(rules)}, true)`
  const [row] = await tx.$queryRaw<{ seq: bigint; rules: number; openAt: Date | null }[]>`
    select "seq", "rules", "openAt" from "figure_state" for update`
  return { seq: Number(row?.seq ?? 0), rules: row?.rules ?? rules, addedAt: now, openAt: row?.openAt ?? null }
}

/** Under the lock: discards sums of other rules, to start again from the first place of the log. */
export async function beginAnew(tx: Transaction, rules: number): Promise<void> {
  await tx.figureDay.deleteMany()
  await tx.figureWait.deleteMany()
  await tx.figureState.updateMany({ data: { seq: 0, rules } })
}

export async function storeState(tx: Transaction, { seq, at }: { seq: number; at: Date }): Promise<void> {
  await tx.figureState.updateMany({ data: { seq, addedAt: at } })
}

type Places = { after: number; upTo: number }

/** Adds some places of the log to the sums of the days on which their events happened. */
export async function addUp(tx: Transaction, { after, upTo }: Places): Promise<void> {
  await tx.$executeRaw`
    with "fresh" as (
      -- One after the other, by their keys: "offset 0" keeps the planner from reading all events and escrows instead.
      select a."kind", a."at", a."detail", e."currency"::text as "asset", e."amount", e."verifiedAt"
      from "audit_link" l
        cross join lateral (select * from "audit_event" where "id" = l."eventId" offset 0) a
        left join lateral (select * from "escrow" where "id" = a."escrowId" offset 0) e on true
      where l."seq" > ${BigInt(after)} and l."seq" <= ${BigInt(upTo)}
        and a."kind" in ('escrow_funded', 'fee_paid', 'documents_approved', 'documents_rejected', 'accepted_by_silence', 'reduction_agreed')
    ), "told" as (
      select coalesce("verifiedAt", "at") as "at", 'funded' as "measure", "asset", "amount" as "sum"
        from "fresh" where "kind" = 'escrow_funded' and "asset" is not null
      union all
      select "at", 'fees', '', case when "detail"->>'netUsd' ~ '^[0-9]+([.][0-9]+)?$' then ("detail"->>'netUsd')::numeric else 0 end
        from "fresh" where "kind" = 'fee_paid'
      union all
      -- Silence and a lower price accept documents, too.
      select "at", case "kind" when 'documents_rejected' then 'rejected' else 'approved' end, '', 0
        from "fresh" where "kind" in ('documents_approved', 'documents_rejected', 'accepted_by_silence', 'reduction_agreed')
    )
    insert into "figure_day" ("day", "measure", "asset", "count", "sum")
    select ("at" at time zone 'UTC')::date, "measure", "asset", count(*), sum("sum") from "told" group by 1, 2, 3
    on conflict ("day", "measure", "asset") do update
      set "count" = "figure_day"."count" + excluded."count", "sum" = "figure_day"."sum" + excluded."sum"`
  await tx.$executeRaw`
    insert into "figure_wait" ("day", "bin", "count")
    select (e."releasedAt" at time zone 'UTC')::date,
      floor(8 * log(2, greatest(extract(epoch from e."releasedAt" - e."verifiedAt"), 1)::numeric)), count(*)
    from "audit_link" l
      cross join lateral (select * from "audit_event" where "id" = l."eventId" offset 0) a
      cross join lateral (select * from "escrow" where "id" = a."escrowId" offset 0) e
    where l."seq" > ${BigInt(after)} and l."seq" <= ${BigInt(upTo)} and a."kind" = 'funds_released'
      and e."releasedAt" is not null and e."verifiedAt" is not null
    group by 1, 2
    on conflict ("day", "bin") do update set "count" = "figure_wait"."count" + excluded."count"`
}

/** Recomputes the money in all open escrows, by asset and age. */
export async function countOpen(tx: Transaction, at: Date): Promise<void> {
  await tx.$executeRaw`delete from "figure_open"`
  await tx.$executeRaw`
    insert into "figure_open" ("asset", "age", "count", "sum")
    select "asset", "age", count(*), sum("held") from (
      select e."currency"::text as "asset",
        case when e."verifiedAt" > ${at}::timestamptz - interval '1 day' then 'day'
          when e."verifiedAt" > ${at}::timestamptz - interval '7 days' then 'week'
          when e."verifiedAt" > ${at}::timestamptz - interval '30 days' then 'month' else 'older' end as "age",
        e."receivedAmount" - (
          select coalesce(sum(p."amount"), 0) from "transfer" p
          where p."escrowId" = e."id" and p."state" = 'confirmed') as "held"
      from "escrow" e
      where e."releasedAt" is null and e."cancelledAt" is null and e."verifiedAt" is not null
        and not (e."heldBy" = 'ledger' and coalesce((
          select k."end" is not null from "hold_lock" k where k."escrowId" = e."id" and k."counts"), false))
    ) as "open" where "held" > 0 group by 1, 2`
  await tx.figureState.updateMany({ data: { openAt: at } })
}

export async function findDays(db: Database, from: string) {
  const rows = await db.figureDay.findMany({ where: { day: { gte: new Date(from) } }, orderBy: { day: 'asc' } })
  return rows.map(({ day, measure, asset, count, sum }) => ({
    day,
    measure,
    asset,
    count: Number(count),
    sum: sum.toFixed(),
  }))
}

export async function findWaits(db: Database, from: string) {
  const rows = await db.figureWait.findMany({ where: { day: { gte: new Date(from) } }, orderBy: { day: 'asc' } })
  return rows.map(({ day, bin, count }) => ({ day, bin, count: Number(count) }))
}

export async function findOpen(db: Database) {
  const rows = await db.figureOpen.findMany()
  return rows.map(({ asset, age, count, sum }) => ({ asset, age, count: Number(count), sum: sum.toFixed() }))
}
