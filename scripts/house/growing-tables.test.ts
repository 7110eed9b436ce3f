import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GROWING_TABLES } from './growing-tables.ts'

it('names every table that has rows of each escrow that a ledger holds', async () => {
  const schema = await readFile(join(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8')
  const tables = [...schema.matchAll(/@@map\("(hold\w*)"\)/g)].flatMap(([, table]) => table ?? [])
  expect(tables.length).toBeGreaterThan(8)
  expect(tables.filter((table) => !GROWING_TABLES.includes(table))).toEqual([])
})
