import { expect, test } from 'vitest'
import { deposits, escrows, fees, payouts } from './money-lists.server.ts'
import { emails, failed, jobs, people } from './people-lists.server.ts'

/**
 * PostgreSQL answers a plain exists among the columns from a hash of all rows, as soon as memory allows: at a million
 * escrows the admin list of them read a million payouts for fifty rows.
 */
test.each(Object.entries({ escrows, deposits, fees, payouts, failed, jobs, letters: emails, people }))(
  'the columns of %s are looked up row by row',
  (_list, { columns }) => {
    expect(columns.sql).not.toMatch(/\bexists\b|\bin \(\s*select\b/i)
  },
)
