/** Assets and networks differ by their tables of facts (app/domain/kernel/assets.ts); nothing else names an asset, so that a new one is a row. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ASSETS, issuedAssets } from '#app/domain/kernel/assets.ts'
import { ROOT } from '../build.ts'

/** Who may name an asset, and why. */
const MAY_NAME: Record<string, string> = {
  'app/domain/kernel/assets.ts': 'the tables of facts',
  'app/domain/ledger-payments/dust.ts': 'a table: a row for each asset, and the type checker misses none',
  'app/domain/ledger-payments/rest.ts': 'a table',
  'app/domain/references/test-payment.ts': 'a table',
  'app/services/prices/market.server.ts': 'a table: what the price services call each asset',
  'app/ledgers/xrpl/': 'the adapter of a ledger that settles in its own asset alone',
  'app/domain/held/recovery-file.ts': 'the format of a file that people keep: on the XRP Ledger of XRP alone',
  'app/workflows/held/send-exit.server.ts': 'a release on the XRP Ledger: of XRP alone',
  'app/workflows/held/settled/take-share.server.ts': 'what opens an account on Stellar',
  'app/services/screening/lists/wallets-in-text.ts': 'the names that sanctions lists give to currencies',
  'app/routes/site/home/escrow-example.tsx': 'an example',
  'app/routes/site/freight-forwarders/case-study.tsx': 'an example',
  'app/routes/site/styleguide/': 'examples',
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
