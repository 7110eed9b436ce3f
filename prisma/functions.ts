/**
 * The functions and triggers of the database: prisma/functions/<name>.sql holds the one current text of a function, and
 * beneath it the triggers that run it. They are applied after the migrations, wherever their text has changed
 * (docs/decisions/136).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { changePatiently, explain, type Patience, wasNotLetIn } from './patience.ts'

const FUNCTIONS = new URL('./functions/', import.meta.url)

/** The parts of one file: replacing a function locks no table, making a trigger does. */
export type DatabaseFunction = { name: string; body: string; triggers: string }

/** The texts from which a function of the database and its triggers were made, by their checksums. */
type Mark = { body: string; triggers: string }

const APPLIED = `select p.proname as name, obj_description(p.oid, 'pg_proc') as comment from pg_proc p
  where p.pronamespace = 'public'::regnamespace`

const MARK = /^quayside (?<body>\w+) (?<triggers>\w+)$/

/** The files of prisma/functions, by name. */
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

/**
 * Makes the database's functions and triggers what the files say, and answers with the files whose text was applied. The bodies
 * are replaced together, without a lock on a table; then the triggers, function by function. A function whose file is gone is
 * removed with its triggers. Throws MigrationFailed: what it names stands as before, and another run goes on from there.
 */
export async function applyFunctions(
  client: Client,
  wanted: DatabaseFunction[],
  patience: Patience,
): Promise<string[]> {
  const marks = await findMarks(client)
  const bodies = wanted.filter((one) => marks.get(one.name)?.body !== sumOf(one.body))
  const triggers = wanted.filter((one) => (marks.get(one.name)?.triggers ?? NONE) !== sumOf(one.triggers))
  const gone = wanted.length === 0 ? [] : [...marks.keys()].filter((name) => wanted.every((one) => one.name !== name))

  if (bodies.length > 0) {
    await changePatiently(client, patience, {
      title: 'The change of prisma/functions',
      text: '',
      run: async () => {
        for (const one of bodies) await replaceBody(client, one, marks.get(one.name)?.triggers ?? NONE)
      },
    })
  }
  for (const one of triggers) {
    await changePatiently(client, patience, {
      title: `The change of the triggers in functions/${one.name}.sql`,
      text: one.triggers,
      run: async () => {
        await dropTriggers(client, one.name)
        await client.query(one.triggers)
        await mark(client, one.name, { body: sumOf(one.body), triggers: sumOf(one.triggers) })
      },
    })
  }
  for (const name of gone) {
    await changePatiently(client, patience, {
      title: `The removal of the function ${name}`,
      text: '',
      run: async () => {
        await dropTriggers(client, name)
        await client.query(`drop function "${name}"`)
      },
    })
  }
  return [...new Set([...bodies, ...triggers].map(({ name }) => name).concat(gone))].map((name) => `functions/${name}`)
}

/** One sentence that says where the functions of a database differ from these files; null when nowhere. */
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
  const { rows } = await client.query<{ name: string; comment: string | null }>(APPLIED)
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

/** A function may call one that is made after it: bodies are not read before they run. */
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

async function dropTriggers(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger
     where tgfoid = $1::regproc and not tgisinternal`,
    [`"${name}"`],
  )
  for (const { statement } of rows) await client.query(statement)
}

const NONE = 'none'

function sumOf(text: string): string {
  return text === '' ? NONE : createHash('sha256').update(text).digest('hex')
}
