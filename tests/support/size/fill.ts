/**
 * A Quayside of a given size: escrows with all their rows, as after two years of trade. generate_series writes them
 * without triggers, which would take an hour for a million; checks and unique constraints apply. Open work is the same
 * in every size: only what is over grows.
 */
import type { Client } from 'pg'
import { CHECK_ROWS } from './fill-checks.ts'
import { MONEY_ROWS } from './fill-money.ts'
import { HELD_ROWS } from './fill-onchain.ts'
import { PEOPLE_ROWS } from './fill-people.ts'
import { TRACE_ROWS } from './fill-traces.ts'

export type Size = {
  escrows: number
  /** This many belong to one person; another one has twenty. */
  most: number
  /** This many unmatched payments, disputes and payouts are open. */
  open: number
}

/** Our accounts, as in the world's settings. */
export type Ours = { stellar: { escrow: string; fee: string }; xrpl: { escrow: string; fee: string } }

/** People whom tests use, by the number in their id (`keyOf(1, n)`). */
export const KNOWN = { manyBuyer: 1, someBuyer: 2, manySeller: 3, someSeller: 4, operator: 5 } as const
/** Ids by kind and number: kind 1 users, 2 escrows, 3 quotes, 4 payments of escrows, … */
export function keyOf(kind: number, n: number): string {
  const hex = kind.toString(16).padStart(4, '0') + n.toString(16).padStart(8, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const emailOf = (n: number) => `person-${n}@example.org`
/** The escrow ID of the n-th escrow: its alphabet includes digits. */
export const txidOf = (n: number) => `auto_${String(n).padStart(20, '0')}`
export const hashOf = (kind: string, n: number) => `${kind}${String(n).padStart(63, '0')}`

const FUNCTIONS = `
create or replace function pg_temp.key(kind int, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(kind), 4, '0') || lpad(to_hex(n), 8, '0') || '70008000000000000000')::uuid $$;
create or replace function pg_temp.txid(n bigint) returns text language sql immutable as $$ select 'auto_' || lpad(n::text, 20, '0') $$;
create or replace function pg_temp.hash(kind text, n bigint) returns text language sql immutable as $$ select kind || lpad(n::text, 63, '0') $$;`

/** Fills an empty, migrated database. */
export async function fill(client: Client, of: Size & { ours: Ours }): Promise<void> {
  const { escrows, most, open, ours } = of
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; ${FUNCTIONS}`)
  const isLarge = escrows >= 100_000
  await client.query(PLAN_OF_TRADE, [escrows, most, open])
  const restore = isLarge ? await dropIndexes(client) : []
  for (const sql of [...PEOPLE_ROWS, ...MONEY_ROWS, ...HELD_ROWS, ...TRACE_ROWS, ...CHECK_ROWS]) {
    await client.query(inserted(sql, { ours, open }))
  }
  if (isLarge) await client.query("set maintenance_work_mem = '512MB'")
  for (const sql of restore) await client.query(sql)
  await client.query('drop table plan; set session_replication_role = origin')
  await client.query('vacuum analyze')
}

/** Puts our accounts and the number of open rows into a statement. */
function inserted(sql: string, { ours, open }: { ours: Ours; open: number }): string {
  return sql
    .replaceAll('$OPEN', String(open))
    .replaceAll(':stellar_escrow', `'${ours.stellar.escrow}'`)
    .replaceAll(':stellar_fee', `'${ours.stellar.fee}'`)
    .replaceAll(':xrpl_escrow', `'${ours.xrpl.escrow}'`)
}

/**
 * One row per escrow: its people, its fate and when. Of a hundred, ninety are released, four refunded, two cancelled;
 * the newest go on, and the last of them wait for their payouts. Some released ones were on-chain escrows.
 */
const PLAN_OF_TRADE = `
create temporary table plan as
select trade.*, fate = 'released' and n % 9 = 0 as "isHeld" from (select n, pg_temp.key(2, n) as id, asset,
  case asset when 'XRP' then 'xrpl' else 'stellar' end::"Network" as network,
  case when n % (greatest(total / most, 2)) = 0 then 1 when n % (greatest(total / 20, 3)) = 1 then 2
    else 6 + 2 * (n::bigint * 7919 % people)::int end as buyer,
  case when n % (greatest(total / most, 2)) = 1 then 3 when n % (greatest(total / 20, 3)) = 2 then 4
    else 7 + 2 * (n::bigint * 104729 % people)::int end as seller,
  case when n > total - open then 'paying' when n > total - 3 * open then 'going'
    when n % 100 < 92 then 'released' when n % 100 < 96 then 'refunded' when n % 100 < 98 then 'cancelled'
    when n % 100 = 98 then 'waiting' else 'funded' end as fate,
  now() - interval '730 days' + n * (interval '729 days' / total) as at
from (select $1::int as total, $2::int as most, $3::int as open, greatest($1::int / 10, 20) as people) as size,
  generate_series(1, $1::int) as n, lateral (select (array['XLM', 'USDC', 'XRP']::"Asset"[])[1 + n % 3] as asset) as assets) as trade`

/** Indexes are built faster at the end. Returns the statements that restore them. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relname not like '\\_prisma%'
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
