/**
 * Related rows come in the same question as their row, as JSON (decision 089). JavaScript would read its numbers as floats, and
 * Prisma does: 12345678901.2345678 would lose its last unit. So numbers that a float does not hold are handed on as text,
 * of which Prisma makes a Decimal as it does of every column. That is done with all JSON of every answer, whatever Prisma calls its
 * columns, and an answer in which it cannot be done is none (decision 097). Within a Json column of ours such a number becomes text,
 * too: what is kept there are words, and amounts as text.
 */
import { PrismaPg } from '@prisma/adapter-pg'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>
type Question = Parameters<Adapter['queryRaw']>[0]
type Answer = Awaited<ReturnType<Adapter['queryRaw']>>

/** How the adapter marks columns of JSON, and of lists of it (ColumnTypeEnum of Prisma's driver adapters). */
const JSON_TYPES: readonly number[] = [11, 75]
/** What Prisma writes into a question, and our own statements do not, where it asks for related rows as JSON. */
const ASKS_FOR_RELATIONS = /"__prisma_data__"|\bJSONB_(?:AGG|BUILD_OBJECT)\b/
/** A string, or a number: of a string nothing is a number. A float holds 15 digits, whichever they are. */
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

/** The answer with exact numbers in its JSON. Throws when related rows were asked for and are not to be found in it. */
export function exactAnswer(sql: string, answer: Answer): Answer {
  const places = answer.columnTypes.flatMap((type, at) => (JSON_TYPES.includes(type) ? [at] : []))
  if (places.length === 0 && ASKS_FOR_RELATIONS.test(sql)) {
    throw new Error('related rows came in a form that is not known: their amounts could be inexact')
  }
  for (const row of answer.rows) for (const at of places) row[at] = exactJson(row[at])
  return answer
}

/** Null stays null; a list of the database is one of JSON texts. */
function exactJson(value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map(exactJson)
  if (typeof value !== 'string') throw new Error('JSON came from the database as no text: its numbers could be inexact')
  return quoteLongNumbers(value)
}

/** JSON in which every number of more digits than a float holds is a string. */
function quoteLongNumbers(json: string): string {
  return json.replace(STRING_OR_NUMBER, (part) =>
    part.startsWith('"') || part.length <= EXACT_DIGITS ? part : `"${part}"`,
  )
}
