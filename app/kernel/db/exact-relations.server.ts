/**
 * Makes numbers in JSON exact. Related rows come with their row as JSON (decision 103). JavaScript, and so Prisma,
 * reads JSON numbers as floats: 12345678901.2345678 would lose its last unit. So numbers that a float cannot hold are
 * passed on as text, of which Prisma makes a Decimal. This applies to all JSON of every answer, whatever Prisma names
 * its columns; an answer where it is impossible is refused (decision 140). In our own Json columns such a number
 * becomes text, too: we store only words there, and amounts as text.
 */
import { PrismaPg } from '@prisma/adapter-pg'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>
type Question = Parameters<Adapter['queryRaw']>[0]
type Answer = Awaited<ReturnType<Adapter['queryRaw']>>

/** The adapter's types of JSON columns, and of lists of JSON (ColumnTypeEnum of Prisma's driver adapters). */
const JSON_TYPES: readonly number[] = [11, 75]
/** What Prisma writes into a query for related rows as JSON, and our own statements do not contain. */
const ASKS_FOR_RELATIONS = /"__prisma_data__"|\bJSONB_(?:AGG|BUILD_OBJECT)\b/
/** A string, or a number: digits within a string are no number. A float holds any 15 digits. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*/g
const EXACT_DIGITS = 15

export class ExactPrismaPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = keepExact(await super.connect())
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (level): Promise<Transaction> => keepExact(await start(level))
    return adapter
  }
}

function keepExact<Queryable extends Adapter | Transaction>(queryable: Queryable): Queryable {
  const ask = queryable.queryRaw.bind(queryable)
  queryable.queryRaw = async (question: Question) => exactAnswer(question.sql, await ask(question))
  return queryable
}

/** Makes the JSON of an answer exact. Throws when related rows were requested and no JSON column is there. */
export function exactAnswer(sql: string, answer: Answer): Answer {
  const places = answer.columnTypes.flatMap((type, at) => (JSON_TYPES.includes(type) ? [at] : []))
  if (places.length === 0 && ASKS_FOR_RELATIONS.test(sql)) {
    throw new Error('related rows came in a form that is not known: their amounts could be inexact')
  }
  for (const row of answer.rows) for (const at of places) row[at] = exactJson(row[at])
  return answer
}

/** Null stays null; a database list is a list of JSON texts. */
function exactJson(value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map(exactJson)
  if (typeof value !== 'string') throw new Error('JSON came from the database as no text: its numbers could be inexact')
  return quoteLongNumbers(value)
}

/** Turns every number of more digits than a float holds into a string. */
function quoteLongNumbers(json: string): string {
  return json.replace(STRING_OR_NUMBER, (part) =>
    part.startsWith('"') || part.length <= EXACT_DIGITS ? part : `"${part}"`,
  )
}
