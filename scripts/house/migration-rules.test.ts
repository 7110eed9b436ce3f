import { expect, it } from 'vitest'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { complaintsAbout, RULED_FROM } from './migration-rules.ts'

const name = '20991231000000_of_the_test'
const about = (sql: string) => complaintsAbout({ name, sql })

it('no migration of the project keeps the traffic of a growing table waiting', async () => {
  const migrations = await readMigrations(MIGRATIONS)
  expect(migrations.flatMap(complaintsAbout)).toEqual([])
  expect(migrations.some((migration) => migration.name >= RULED_FROM)).toBe(true)
})

it.each([
  ['create index "a" on "escrow" ("notes");', 'an index on escrow'],
  ['create unique index "a"\n  on escrow ("notes");', 'an index on escrow'],
  ['drop index "escrow_remind_idx";', 'escrow_remind_idx is dropped'],
  ['alter table "transfer" add constraint "p" check ("amount" > 1);', 'a constraint reads all of transfer'],
  [
    'alter table "transfer"\n  add column "x" text,\n  add constraint "p" foreign key ("x") references "user" ("email");',
    'a constraint',
  ],
  [
    'alter table "transfer" add constraint "p" check (true) not valid, add constraint "q" check (true);',
    'a constraint',
  ],
  ['alter table "transfer" add constraint "p" unique ("memo");', 'a unique constraint'],
  ['alter table "transfer" alter column "memo" set not null;', 'all of transfer is read'],
  [
    'alter table "escrow" alter column "notes" set not null;\nalter table "escrow" drop constraint "escrow_other_there";',
    'all of escrow is read',
  ],
  ['alter table "transfer" alter "memo" type varchar(9);', 'all of transfer is read'],
  ['update "outbox_letter" set "locale" = \'en\';', 'rows of outbox_letter'],
  ['create index concurrently if not exists "a" on "escrow" ("notes");', 'cannot be part of a transaction'],
  [
    'create or replace function "f"() returns trigger language plpgsql as $$ begin return new; end $$;',
    'prisma/functions',
  ],
  ['create constraint trigger "t" after insert on "escrow" for each row execute function "f"();', 'prisma/functions'],
  ['-- In steps\ncreate index concurrently "a" on "escrow" ("notes");', 'is run again'],
  ['-- In steps\nalter table "escrow" add column "x" text;', 'is run again'],
])('complains about %j', (sql, complaint) => {
  expect(about(sql).join('\n')).toContain(complaint)
})

it.each([
  '-- In steps: beside the traffic\ncreate index concurrently if not exists "a" on "escrow" ("notes");',
  '-- In steps\ndrop index concurrently if exists "a";\nalter table "escrow" validate constraint "b";',
  'alter table "escrow" add column "x" text, add constraint "x" check ("x" <> \'\') not valid;',
  'alter table "escrow" add constraint "u" unique using index "u";',
  'alter table "escrow" alter column "notes" set not null;\nalter table "escrow" drop constraint "escrow_notes_there";',
  'create table "escrow_note" ("id" uuid);\ncreate index "a" on "escrow_note" ("id");',
  'create index "a" on "market_price" ("source");',
  'do $$ begin update "escrow" set "notes" = \'\'; end $$;',
  'select 1 -- create index "a" on "escrow" ("notes")\n;',
])('lets %j pass', (sql) => {
  expect(about(sql)).toEqual([])
})

it('leaves those alone that are applied everywhere', () => {
  const [sql] = ['create index "a" on "escrow" ("notes");']
  expect(complaintsAbout({ name: '20251231000000_long_ago', sql })).toEqual([])
})
