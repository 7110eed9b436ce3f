/** The database's functions and triggers are those of prisma/functions, and follow changes of a file (decision 136). */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyFunctions,
  type DatabaseFunction,
  functionsComplaint,
  functionsMadeBy,
  readFunctions,
} from '#prisma/functions.ts'
import { PATIENCE } from '#prisma/patience.ts'
import { emptyDatabase, freshDatabase } from '#tests/support/runner/database.ts'

const FUNCTIONS = `select p.proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace order by 1`
const TRIGGERS = `select tgfoid::regproc::text as name, tgname, pg_get_triggerdef(oid) as definition from pg_trigger
  where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 3`

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const rowsOf = async (client: Client, sql: string) =>
  (await client.query<{ name: string; definition: string }>(sql)).rows

describe('the functions of this code', () => {
  test('are all there is, and made anew they are what they were', async () => {
    await using database = await freshDatabase()
    const client = await connect(database.url)
    try {
      const functions = await rowsOf(client, FUNCTIONS)
      const triggers = await rowsOf(client, TRIGGERS)
      const files = await readFunctions()
      expect(functions.map(({ name }) => name).sort()).toEqual(files.map(({ name }) => name).sort())
      const named = files.flatMap(({ triggers: text }) => [...text.matchAll(/^create (?:constraint )?trigger/gm)])
      expect(named).toHaveLength(triggers.length)

      for (const { name } of functions) await client.query(`comment on function "${name}" is null`)
      expect(await functionsComplaint(client, files)).toContain(`another text of ${files.length} functions`)
      expect(await applyFunctions(client, files, PATIENCE)).toHaveLength(files.length)
      expect(await rowsOf(client, FUNCTIONS)).toEqual(functions)
      expect(await rowsOf(client, TRIGGERS)).toEqual(triggers)
      expect(await functionsComplaint(client, files)).toBeNull()
      expect(await applyFunctions(client, files, PATIENCE)).toEqual([])
    } finally {
      await client.end()
    }
  })

  test('each file holds the one function of its name', async () => {
    for (const { name, body, triggers } of await readFunctions()) {
      expect(body.match(/^create .*function "\w+"/gm), name).toEqual([`create or replace function "${name}"`])
      const runs = [...triggers.matchAll(/execute function "?(\w+)"?\(/g)].map((run) => run[1])
      expect(new Set(runs), name).toEqual(new Set(triggers === '' ? [] : [name]))
    }
  })
})

const body = (answer: string) =>
  `create or replace function "guard_boats"() returns trigger language plpgsql as $$ begin raise exception '${answer}'; end $$;\n`
const trigger = (events: string) =>
  `create trigger "boats_guarded" before ${events} on "boats" for each row execute function "guard_boats"();\n`
const guard = (answer: string, events: string): DatabaseFunction => ({
  name: 'guard_boats',
  body: body(answer),
  triggers: trigger(events),
})

describe('a file that changes', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let client: Client
  const apply = (...files: DatabaseFunction[]) => applyFunctions(client, files, PATIENCE)
  const launch = () => client.query(`insert into boats values ('Anna')`)

  beforeAll(async () => {
    database = await emptyDatabase()
    client = await connect(database.url)
    await client.query('create table boats (name text)')
  })
  afterAll(async () => {
    await client.end()
    await database[Symbol.asyncDispose]()
  })

  test('is applied once, its body or its triggers', async () => {
    expect(await apply(guard('too small', 'insert'))).toEqual(['functions/guard_boats'])
    await expect(launch()).rejects.toThrow('too small')
    expect(await apply(guard('too small', 'insert'))).toEqual([])
    expect(await apply(guard('too old', 'insert'))).toEqual(['functions/guard_boats'])
    await expect(launch()).rejects.toThrow('too old')
    expect(await apply(guard('too old', 'delete'))).toEqual(['functions/guard_boats'])
    await launch()
    await expect(client.query('delete from boats')).rejects.toThrow('too old')
  })

  test('and does not compile changes nothing, and is named with its line', async () => {
    const broken = {
      ...guard('new', 'delete'),
      body: `-- a comment\n${body('new').replace('returns trigger', 'returns')}`,
    }
    await expect(apply(broken)).rejects.toThrow(
      'The change of prisma/functions failed and was rolled back: functions/guard_boats.sql: ',
    )
    await expect(apply(broken)).rejects.toThrow('(line 2)')
    await expect(client.query('delete from boats')).rejects.toThrow('too old')
  })

  test('waits for no open transaction longer than it may', async () => {
    const other = await connect(database.url)
    try {
      await other.query('begin; select count(*) from boats')
      await expect(
        applyFunctions(client, [guard('too old', 'update')], { lockMs: 50, tries: 2, restMs: 10 }),
      ).rejects.toThrow('The change of the triggers in functions/guard_boats.sql was rolled back: others held')
      await expect(client.query('delete from boats')).rejects.toThrow('too old')
    } finally {
      await other.end()
    }
  })

  test('locks one table at a time, and a trigger that another function takes over is never missing', async () => {
    await client.query('create table crews (size int); insert into crews values (1)')
    const both = {
      ...guard('too big', 'delete'),
      name: 'both',
      body: body('too big').replaceAll('guard_boats', 'both'),
    }
    const triggers = trigger('delete').replaceAll('guard_boats', 'both')
    const wanted = { ...both, triggers: triggers.replaceAll('boats', 'crews') + triggers }
    const other = await connect(database.url)
    try {
      await other.query("begin; insert into boats values ('Ada')")
      await expect(
        applyFunctions(client, [wanted, guard('too old', 'insert')], { lockMs: 50, tries: 2, restMs: 10 }),
      ).rejects.toThrow('The change of the triggers in functions/both.sql was rolled back: others held')
      await expect(client.query('delete from crews')).rejects.toThrow('too big')
      await expect(client.query('delete from boats')).rejects.toThrow('too old')
    } finally {
      await other.end()
    }
    expect(await applyFunctions(client, [wanted], PATIENCE)).toEqual(['functions/both', 'functions/guard_boats'])
    await expect(client.query('delete from boats')).rejects.toThrow('too big')
    await expect(client.query('delete from crews')).rejects.toThrow('too big')
    expect(await applyFunctions(client, [guard('too old', 'delete')], PATIENCE)).toEqual([
      'functions/guard_boats',
      'functions/both',
    ])
  })

  test('keeps its rule until another function has it', async () => {
    const lenient = { ...guard('too old', 'delete'), body: body('x').replace("raise exception 'x'", 'return old') }
    const strict = { ...guard('', 'delete'), name: 'strict', body: body('too new').replaceAll('guard_boats', 'strict') }
    strict.triggers = trigger('delete').replaceAll('guard_boats', 'strict').replace('boats_guarded', 'boats_strict')
    const other = await connect(database.url)
    try {
      await other.query("begin; insert into boats values ('Ada')")
      await expect(applyFunctions(client, [lenient, strict], { lockMs: 50, tries: 2, restMs: 10 })).rejects.toThrow(
        'functions/strict.sql was rolled back: others held',
      )
      await expect(client.query('delete from boats')).rejects.toThrow('too old')
    } finally {
      await other.end()
    }
    expect(await apply(lenient)).toEqual(['functions/guard_boats', 'functions/strict'])
    await client.query('begin; delete from boats; rollback')
    await apply(guard('too old', 'delete'))
  })

  test('or is not the database’s is told at the start of a process', async () => {
    expect(await functionsComplaint(client, [guard('too old', 'delete')])).toBeNull()
    expect(await functionsComplaint(client, [guard('new', 'delete')])).toBe(
      'The database has another text of the function guard_boats than this code: run npm run migrate, or start the version that made them.',
    )
    expect(await functionsComplaint(client, [])).toContain('guard_boats')
  })

  test('and is gone takes its function and triggers with it, and leaves what is not ours', async () => {
    await client.query(`create function "of_an_operator"() returns int language sql as 'select 1'`)
    const another = {
      name: 'one',
      body: `create or replace function "one"() returns int language sql as 'select 1';\n`,
      triggers: '',
    }
    expect(await apply(another)).toEqual(['functions/one', 'functions/guard_boats'])
    await client.query('delete from boats')
    expect((await rowsOf(client, FUNCTIONS)).map(({ name }) => name)).toEqual(['of_an_operator', 'one'])

    const sql = 'create function "of_a_migration"() returns int language sql as $$ select 1 $$;'
    await client.query(sql)
    const made = functionsMadeBy([{ sql: `select 1;\n${sql}` }])
    expect(await applyFunctions(client, [another], PATIENCE, made)).toEqual(['functions/of_a_migration'])
    expect((await rowsOf(client, FUNCTIONS)).map(({ name }) => name)).toEqual(['of_an_operator', 'one'])
  })
})
