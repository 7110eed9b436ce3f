/**
 * Names for repeated statements (decision 103): for a named one each connection of PostgreSQL keeps parse and plan.
 * Rare ones have no name, nor has anything beyond `most`, because connections keep it until they end; a list of another
 * length is another statement. The text alone decides the name: it is the same in every process (decision 103).
 */
import { createHash } from 'node:crypto'

type Bounds = {
  /** From this use on a statement has a name. */
  from: number
  most: number
}

const BOUNDS: Bounds = { from: 3, most: 400 }
/** Texts whose uses are counted; when there are as many, counting starts anew. */
const MOST_COUNTED = 2_000
/** 192 bits; PostgreSQL truncates a name after 63 bytes. */
const DIGITS = 32

/** Returns a function that gives a statement's name, the same for the same text; empty: no name. */
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
