/** The plans of a test's statements, those in triggers and functions too: auto_explain reports them to be judged. */
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { z } from 'zod'

type Node = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  Plans?: Node[] | undefined
}

const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    Plans: z.array(node).optional(),
  }),
)
const explained = z.object({ 'Query Text': z.string(), Plan: node })

/** A statement that reads all of a growing table. */
export type Reading = { table: string; how: string; statement: string }

/** From now on every connection to the database reports its plans. */
export async function explainAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  // The settings exist only once the library is loaded.
  await client.query("load 'auto_explain'")
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`)
  }
}

/** Hands every plan received by this process to `take`. Returns a stop function. */
export function listenForPlans(take: (plan: { statement: string; plan: Node }) => void): () => void {
  const { emit } = pg.Client.prototype
  pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...values: unknown[]) {
    const message = event === 'notice' && values[0] instanceof Object && 'message' in values[0] && values[0].message
    if (typeof message === 'string' && message.includes('"Query Text"')) {
      const said = explained.safeParse(JSON.parse(message.slice(message.indexOf('{'))))
      if (!said.success) throw new Error(`a plan that cannot be read: ${message}`)
      take({ statement: said.data['Query Text'], plan: said.data.Plan })
    }
    return EventEmitter.prototype.emit.call(this, event, ...values)
  } as typeof emit
  return () => {
    pg.Client.prototype.emit = emit
  }
}

/** `partial`: indexes of open rows only, which may be read whole. */
export function readsAll(
  plan: Node,
  known: { growing: readonly string[]; partial: ReadonlySet<string> },
): Omit<Reading, 'statement'>[] {
  const below = (plan.Plans ?? []).flatMap((part) => readsAll(part, known))
  const { 'Node Type': how, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = plan
  const isLimit = how === 'Limit'
  // A limit reads the first rows of an index in its order.
  if (isLimit) return below.filter((reading) => !reading.how.startsWith('Index'))
  if (table === undefined || !known.growing.includes(table)) return below
  const isWhole =
    how === 'Seq Scan' || (/^Index/.test(how) && condition === undefined && !known.partial.has(index ?? ''))
  return isWhole ? [{ table, how: index === undefined ? how : `${how} of ${index}` }, ...below] : below
}

/** Makes the planner see `times` as many rows in the same pages, with the present distribution of values. */
export async function lookLarge(
  client: pg.Client,
  { tables, times }: { tables: readonly string[]; times: number },
): Promise<void> {
  await client.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', c.relname::text, 'relpages', c.relpages,
       'reltuples', (c.reltuples * $2)::real, 'relallvisible', c.relallvisible)
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.reltuples > 0 and (c.relname = any($1::text[]) or c.oid in (
       select indexrelid from pg_index where indrelid::regclass::text = any (select quote_ident(t) from unnest($1::text[]) as t)))`,
    [tables, times],
  )
  for (const table of tables) await client.query(`alter table "${table}" set (autovacuum_enabled = false)`)
}
