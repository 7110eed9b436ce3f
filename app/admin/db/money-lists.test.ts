import { expect, test } from 'vitest'
import { deposits, escrows, fees, payouts } from './money-lists.server.ts'
import { failed, jobs, letters, people } from './people-lists.server.ts'

/**
 * PostgreSQL answers a plain exists among the columns out of a hashed list of all rows there are, as soon as that list has room: at a
 * million escrows the desk's list of them read a million payouts for fifty rows.
 */
test.each(Object.entries({ escrows, deposits, fees, payouts, failed, jobs, letters, people }))(
  'the columns of %s are looked up row by row',
  (_list, { columns }) => {
    expect(columns.sql).not.toMatch(/\bexists\b|\bin \(\s*select\b/i)
  },
)
