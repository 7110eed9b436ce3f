/**
 * The functions and triggers of the database: prisma/functions/<name>.sql has the one current text of a function,
 * followed by the triggers that run it. Applied after the migrations, where the text has changed (docs/decisions/136).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { changePatiently, explain, type Patience, wasNotLetIn } from './patience.ts'

const FUNCTIONS = new URL('./functions/', import.meta.url)

/** The parts of a file: replacing a function locks no table, creating a trigger does. */
export type DatabaseFunction = { name: string; body: string; triggers: string }

/** Checksums of the texts from which a function of the database and its triggers were created. */
type Mark = { body: string; triggers: string }

const FOUND = `select p.proname as name, obj_description(p.oid, 'pg_proc') as comment from pg_proc p
  where p.pronamespace = 'public'::regnamespace`

const MARK = /^quayside (?<body>\w+) (?<triggers>\w+)$/

export async function readFunctions(folder = FUNCTIONS): Promise<DatabaseFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      const start = sql.search(/^create (?:constraint )?trigger /m)
      const [body, triggers] = start < 0 ? [sql, ''] : [sql.slice(0, start), sql.slice(start)]
      return { name: file.slice(0, -'.sql'.length), body, triggers }
    }),
  )
}

/** Functions that migrations created before functions had files. Those without a file are removed, too. */
export function functionsMadeBy(migrations: readonly { sql: string }[]): string[] {
  return migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^(?:create (?:or replace )?function|alter function .* rename to) "(\w+)"/gm)].map(
      ([, name]) => name ?? '',
    ),
  )
}

/**
 * Makes the database's functions and triggers match the files; returns the changed files. Bodies are replaced together,
 * without a lock on a table; triggers one by one, so that two tables are never locked at once. New ones come first,
 * removals last: a rule that moves between functions is never missing. Functions that are neither marked nor `made` by
 * a migration are not ours. Throws MigrationFailed: the named change is rolled back, and another run continues.
 */
export async function applyFunctions(
  client: Client,
  wanted: DatabaseFunction[],
  patience: Patience,
  made: readonly string[] = [],
): Promise<string[]> {
  const marks = await findMarks(client)
  const bodies = wanted.filter((one) => marks.get(one.name)?.body !== sumOf(one.body))
  const triggers = wanted.filter((one) => (marks.get(one.name)?.triggers ?? NONE) !== sumOf(one.triggers))
  const gone = wanted.length === 0 ? [] : await findGone(client, { wanted, made })

  const isChanged = (one: DatabaseFunction) => marks.has(one.name) && bodies.includes(one)
  await replaceBodies(client, { bodies: bodies.filter((one) => !isChanged(one)), marks }, patience)
  for (const one of triggers.filter((each) => !isChanged(each))) await makeTriggers(client, one, patience)
  await replaceBodies(client, { bodies: bodies.filter(isChanged), marks }, patience)
  for (const one of triggers) await replaceTriggers(client, one, patience)
  for (const name of gone) {
    await changePatiently(client, patience, {
      title: `The removal of the function ${name}`,
      text: '',
      run: async () => {
        for (const each of await findTriggers(client, name)) {
          await client.query(`drop trigger "${each.name}" on "${each.table}"`)
        }
        await client.query(`drop function "${name}"`)
      },
    })
  }
  return [...new Set([...bodies, ...triggers].map(({ name }) => name).concat(gone))].map((name) => `functions/${name}`)
}

/** One sentence that says which functions of a database differ from these files; null: none. */
export async function functionsComplaint(client: Client, wanted: DatabaseFunction[]): Promise<string | null> {
  const marks = await findMarks(client)
  const differing = wanted.filter((one) => {
    const { body, triggers } = marks.get(one.name) ?? {}
    return body !== sumOf(one.body) || triggers !== sumOf(one.triggers)
  })
  const unknown = [...marks.keys()].filter((name) => wanted.every((one) => one.name !== name))
  const [first, ...others] = [...differing.map(({ name }) => name), ...unknown]
  if (first === undefined) return null
  const which =
    others.length === 0 ? `the function ${first}` : `${others.length + 1} functions (${[first, ...others].join(', ')})`
  return `The database has another text of ${which} than this code: run npm run migrate, or start the version that made them.`
}

async function findMarks(client: Client): Promise<Map<string, Mark>> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(FOUND)
  return new Map(
    rows.flatMap(({ name, comment }) => {
      const found = MARK.exec(comment ?? '')?.groups
      return found ? [[name, { body: found.body ?? '', triggers: found.triggers ?? '' }] as const] : []
    }),
  )
}

async function mark(client: Client, name: string, { body, triggers }: Mark): Promise<void> {
  await client.query(`comment on function "${name}" is 'quayside ${body} ${triggers}'`)
}

/** A function may call one that is created after it: bodies are checked only when they run. */
async function replaceBody(client: Client, one: DatabaseFunction, triggers: string): Promise<void> {
  await client.query('set local check_function_bodies = off')
  try {
    await client.query(one.body)
  } catch (error) {
    if (wasNotLetIn(error)) throw error
    throw new Error(`functions/${one.name}.sql: ${explain(error, one.body)}`, { cause: error })
  }
  await mark(client, one.name, { body: sumOf(one.body), triggers })
}

async function replaceBodies(
  client: Client,
  { bodies, marks }: { bodies: DatabaseFunction[]; marks: Map<string, Mark> },
  patience: Patience,
): Promise<void> {
  if (bodies.length === 0) return
  await changePatiently(client, patience, {
    title: 'The change of prisma/functions',
    text: '',
    run: async () => {
      for (const one of bodies) await replaceBody(client, one, marks.get(one.name)?.triggers ?? NONE)
    },
  })
}

type Trigger = { table: string; name: string }

const isSame = (a: Trigger) => (b: Trigger) => a.table === b.table && a.name === b.name

/** Creates the triggers of a file that do not exist yet. */
async function makeTriggers(client: Client, one: DatabaseFunction, patience: Patience): Promise<void> {
  const found = await findTriggers(client)
  for (const wanted of triggersOf(one)) {
    if (!found.some(isSame(wanted)))
      await changeTriggers(client, one, patience, { text: wanted.text, sql: wanted.text })
  }
}

/** Replaces each trigger of the same name in one step, whichever function it ran; removed ones go last. */
async function replaceTriggers(client: Client, one: DatabaseFunction, patience: Patience): Promise<void> {
  const found = await findTriggers(client, one.name)
  const wanted = triggersOf(one)
  for (const { name, table, text } of wanted) {
    await changeTriggers(client, one, patience, {
      text,
      sql: `drop trigger if exists "${name}" on "${table}";\n${text}`,
    })
  }
  for (const gone of found.filter((each) => !wanted.some(isSame(each)))) {
    await changeTriggers(client, one, patience, { text: '', sql: `drop trigger "${gone.name}" on "${gone.table}"` })
  }
  await mark(client, one.name, { body: sumOf(one.body), triggers: sumOf(one.triggers) })
}

async function changeTriggers(
  client: Client,
  { name }: DatabaseFunction,
  patience: Patience,
  { text, sql }: { text: string; sql: string },
): Promise<void> {
  await changePatiently(client, patience, {
    title: `The change of the triggers in functions/${name}.sql`,
    text,
    run: () => client.query(sql),
  })
}

function triggersOf({ triggers }: DatabaseFunction): (Trigger & { text: string })[] {
  const texts = triggers.split(/^(?=create (?:constraint )?trigger )/m).filter((text) => text !== '')
  return texts.map((text) => {
    const { name = '', table = '' } = TRIGGER.exec(text)?.groups ?? {}
    return { name, table, text }
  })
}

const TRIGGER = /^create (?:constraint )?trigger "(?<name>\w+)".*?\son "(?<table>\w+)"/s

/** Of one function; without a name, of all our tables. */
async function findTriggers(client: Client, name?: string): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and ($1::text is null or t.tgfoid = $1::regproc)`,
    [name === undefined ? null : `"${name}"`],
  )
  return rows
}

/** Our functions in the database that have no file. */
async function findGone(
  client: Client,
  { wanted, made }: { wanted: DatabaseFunction[]; made: readonly string[] },
): Promise<string[]> {
  const files = new Set(wanted.map(({ name }) => name))
  const { rows } = await client.query<{ name: string; comment: string | null }>(FOUND)
  const ours = rows.filter(({ name, comment }) => MARK.test(comment ?? '') || made.includes(name))
  return ours.map(({ name }) => name).filter((name) => !files.has(name))
}

const NONE = 'none'

function sumOf(text: string): string {
  return text === '' ? NONE : createHash('sha256').update(text).digest('hex')
}
