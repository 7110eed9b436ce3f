/** `npm run trade -- ledger-xlm ledger-xrp`: whole trades over HTTP to each of their ends, with every balance right. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isRight } from '#scripts/trade/balances.ts'
import { walkOnchain } from '#scripts/trade/onchain/walk.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'

let app: OwnApp
beforeAll(async () => {
  app = await openOwnApp()
})
afterAll(() => app?.close())

// Sequential: each moves the clock by half a month.
it.each([
  ['XLM', ['released', 'refunded', 'divided', 'the date']],
  ['XRP', ['released', 'the date']],
] as const)('%s comes out right, whichever way it leaves the ledger', async (asset, ways) => {
  const tables = await walkOnchain(app, asset, () => undefined)
  expect(tables.map(({ title }) => title)).toEqual(ways)
  expect(tables.flatMap(({ lines }) => lines.filter((line) => !isRight(line)))).toEqual([])
})
