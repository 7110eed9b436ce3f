/** Only tables of facts (app/kernel/domain/assets.ts) name assets, so that a new asset is a new row. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ASSETS, issuedAssets } from '#app/kernel/domain/assets.ts'
import { ROOT } from '../build.ts'

/** Files that may name an asset, each with the reason. */
const MAY_NAME: Record<string, string> = {
  'app/kernel/domain/assets.ts': 'the tables of facts',
  'app/ledgers/payments/domain/dust.ts': 'a table: a row for each asset, and the type checker misses none',
  'app/ledgers/payments/domain/rest.ts': 'a table',
  'app/ledgers/references/domain/test-payment.ts': 'a table',
  'app/prices/services/market.server.ts': 'a table: what the price services call each asset',
  'app/ledgers/xrpl/': 'the adapter of a ledger that settles in its own asset alone',
  'app/trade/onchain/domain/recovery-file.ts': 'the format of a file that people keep: on the XRP Ledger of XRP alone',
  'app/trade/onchain/workflows/send-settlement.server.ts': 'a release on the XRP Ledger: of XRP alone',
  'app/trade/onchain/workflows/settled/take-share.server.ts': 'what opens an account on Stellar',
  'app/screening/services/lists/wallets-in-text.ts': 'the names that sanctions lists give to currencies',
  'app/site/routes/home/escrow-example.tsx': 'an example',
  'app/site/routes/freight-forwarders/case-study.tsx': 'an example',
  'app/site/routes/styleguide/': 'examples',
}
const NAMES = ASSETS.join('|')
const NAMES_AN_ASSET = new RegExp(`(['"\`])(?:${NAMES})\\1|[{,(]\\s*(?:${NAMES}):`)
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

function filesThat(name: RegExp, pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: (found) => found === 'generated' })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => name.test(readFileSync(join(ROOT, file), 'utf8').replaceAll(COMMENTS, '')))
}

const naming = filesThat(NAMES_AN_ASSET, '{app,worker}/**/*.{ts,tsx}')

it('nothing else in the app and the worker names an asset', () => {
  const places = Object.keys(MAY_NAME)
  expect(naming.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([])
})

it('every place that may name an asset does', () => {
  expect(Object.keys(MAY_NAME).filter((place) => !naming.some((file) => file.startsWith(place)))).toEqual([])
})

it('no function of the database names an issued asset', () => {
  expect(filesThat(new RegExp(`'(?:${issuedAssets().join('|')})'`), 'prisma/functions/*.sql')).toEqual([])
})
