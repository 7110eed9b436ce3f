/**
 * Related rows come in the same question as their row, as JSON (decision 089). JavaScript would read its numbers as floats, and
 * Prisma does: 12345678901.2345678 would lose its last unit. So numbers that a float does not hold are handed on as text,
 * of which Prisma makes a Decimal as it does of every column. Within a Json column of a related row such a number would become text,
 * too: what is kept there are words, and amounts as text.
 */
import { PrismaPg } from '@prisma/adapter-pg'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>
type Question = Parameters<Adapter['queryRaw']>[0]
type Answer = Awaited<ReturnType<Adapter['queryRaw']>>

/** As Prisma names them in its questions: `"Escrow_payouts"."__prisma_data__" AS "payouts"`. */
const RELATION = /"__prisma_data__" AS "([^"]+)"/g
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

function exactAnswer(sql: string, answer: Answer): Answer {
  const relations = new Set(Array.from(sql.matchAll(RELATION), ([, name]) => name))
  if (relations.size === 0) return answer
  for (const [at, name] of answer.columnNames.entries()) {
    if (!relations.has(name)) continue
    for (const row of answer.rows) {
      const value = row[at]
      if (typeof value === 'string') row[at] = quoteLongNumbers(value)
    }
  }
  return answer
}

/** JSON in which every number of more digits than a float holds is a string. */
export function quoteLongNumbers(json: string): string {
  return json.replace(STRING_OR_NUMBER, (part) =>
    part.startsWith('"') || part.length <= EXACT_DIGITS ? part : `"${part}"`,
  )
}
