/**
 * What a migration must not do to a growing table (decision 136): block its traffic while all rows are read. Applies
 * from RULED_FROM on; earlier migrations are applied everywhere and never change.
 */
import { GROWING_TABLES } from './growing-tables.ts'

export const RULED_FROM = '20261126000000'

/** From here on functions and triggers have files of their own (decision 136). */
const FUNCTIONS_FROM = '20261204000400'
const MAKES_FUNCTION = /^create (?:or replace )?(?:constraint )?(?:function|trigger) "?(\w+)/

type Migration = { name: string; sql: string }

const TABLE = String.raw`(?:"public"\.)?"?(\w+)"?`

type Rule = {
  pattern: RegExp
  says: (table: string) => string
  /** `whole`: the text of the whole migration, in lower case. */
  isMended?: (statement: string, whole: string) => boolean
}

const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(String.raw`^create (?:unique )?index (?!concurrently\b).*? on (?:only )?${TABLE}`),
    says: (table) =>
      `an index on ${table} is built while nobody can write: begin the file with “-- In steps” and say “create index concurrently if not exists”`,
  },
  {
    pattern: new RegExp(String.raw`^drop index (?!concurrently\b)(?:if exists )?${TABLE}`),
    says: (index) =>
      `${index} is dropped under a lock that waits for every reader: “drop index concurrently if exists”, in a file in steps`,
  },
  {
    pattern: new RegExp(String.raw`^alter table (?:only )?${TABLE}.*\badd constraint "?\w+"? (?:check|foreign key)`),
    says: (table) =>
      `a constraint reads all of ${table} under its lock: add it “not valid”, and validate it in the next migration`,
    isMended: (statement) =>
      countOf(statement, /\badd constraint "?\w+"? (?:check|foreign key)/g) <= countOf(statement, /\bnot valid\b/g),
  },
  {
    pattern: new RegExp(
      String.raw`^alter table (?:only )?${TABLE}.*\badd (?:constraint "?\w+"? )?(?:unique|primary key)(?! using index)`,
    ),
    says: (table) =>
      `a unique constraint builds its index on ${table} while nobody can read: build a unique index concurrently first, and add it “using index”`,
    isMended: (statement) => /\b(?:unique|primary key) using index\b/.test(statement),
  },
  {
    pattern: new RegExp(
      String.raw`^alter table (?:only )?${TABLE}.*\balter (?:column )?"?\w+"? (?:set not null|(?:set data )?type )`,
    ),
    says: (table) =>
      `all of ${table} is read or written anew under its lock: add a column or a “not valid” check instead; a column whose check “<table>_<column>_there” is valid may be “set not null”, where the check is dropped after it`,
    isMended: areThere,
  },
  {
    pattern: new RegExp(`^(?:update|delete from) (?:only )?${TABLE}`),
    says: (table) => `rows of ${table} are changed in one statement: do it in slices, by a job of the worker`,
  },
]

/** Whether a valid check, dropped in the same migration, already proves each `not null`. Then no row is read. */
function areThere(statement: string, whole: string): boolean {
  const table = new RegExp(`^alter table ${TABLE}`).exec(statement)?.[1]
  const columns = [...statement.matchAll(/\balter (?:column )?"?(\w+)"? set not null/g)].map(([, column]) => column)
  const isMore = /\btype\b/.test(statement)
  return !isMore && columns.every((column) => whole.includes(`drop constraint "${table}_${column}_there"`))
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** A table that the same migration creates has no rows yet. */
const CREATED = new RegExp(String.raw`\bcreate table (?:if not exists )?${TABLE}`, 'g')

/** Returns what is wrong with a migration; empty: it may run beside the traffic. */
export function complaintsAbout({ name, sql }: Migration): string[] {
  if (name < RULED_FROM) return []
  const plain = withoutBodies(sql.replaceAll(/--.*$/gm, '')).toLowerCase().replaceAll(/\s+/g, ' ')
  const own = new Set([...plain.matchAll(CREATED)].map(([, table]) => table))
  const isStepwise = /^-- In steps\b/.test(sql)
  return plain
    .split(';')
    .map((statement) => statement.trim())
    .flatMap((statement) => [
      ...RULES.flatMap(({ pattern, says, isMended }) => {
        const table = pattern.exec(statement)?.[1] ?? ''
        const isRuled = GROWING_TABLES.includes(table) || statement.startsWith('drop index')
        return table === '' || own.has(table) || !isRuled || isMended?.(statement, plain)
          ? []
          : [`${name}: ${says(table)}`]
      }),
      ...(name >= FUNCTIONS_FROM && MAKES_FUNCTION.test(statement)
        ? [`${name}: the text of “${MAKES_FUNCTION.exec(statement)?.[1]}” belongs in prisma/functions`]
        : []),
      ...(/\bconcurrently\b/.test(statement) && !isStepwise
        ? [`${name}: what is done concurrently cannot be part of a transaction: begin the file with “-- In steps”`]
        : []),
      ...(isStepwise && statement !== '' && !isRepeatable(statement)
        ? [
            `${name}: a run that was killed is run again, and “${statement.slice(0, 60)}” cannot be: say “if (not) exists”`,
          ]
        : []),
    ])
}

/** Whether the statement of a file in steps can be repeated. */
function isRepeatable(statement: string): boolean {
  return /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists|alter table [^ ]+ validate constraint)\b/.test(
    statement,
  )
}

/** Function bodies run later. */
function withoutBodies(sql: string): string {
  return sql.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
}
