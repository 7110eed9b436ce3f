/**
 * Names for statements that are asked again and again (decision 089): of a named one PostgreSQL keeps, for each connection, what
 * it read and planned. What is asked once or twice stays without, and so does everything beyond `most`, because what is kept is
 * kept as long as the connection; a list of another length is another statement. The name follows from the text alone: in every
 * process it is the same statement (decision 103).
 */
import { createHash } from 'node:crypto'

type Bounds = {
  /** From this time of asking on a statement has a name. */
  from: number
  most: number
}

const BOUNDS: Bounds = { from: 3, most: 400 }
/** Texts whose askings are counted; when there are as many, counting begins anew. */
const MOST_COUNTED = 2_000
/** 192 bits; PostgreSQL cuts a name off after 63 bytes. */
const DIGITS = 32

/** Answers with a statement's name, the same for the same text; empty for one without. */
export function openStatementNames({ from, most }: Bounds = BOUNDS): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= most) return known ?? ''
    const times = (asked.get(sql) ?? 0) + 1
    if (times < from) {
      if (asked.size >= MOST_COUNTED) asked.clear()
      asked.set(sql, times)
      return ''
    }
    asked.delete(sql)
    const name = `q_${createHash('sha256').update(sql).digest('base64url').slice(0, DIGITS)}`
    names.set(sql, name)
    return name
  }
}
