/** Public pages mention on-chain escrows where they are offered, for each ledger that has them, and nowhere else. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: OnchainRoutes
let pages: Record<'home' | 'faq' | 'terms' | 'instructions' | 'freight', (args: LoaderFunctionArgs) => Promise<unknown>>

beforeAll(async () => {
  routes = await openOnchainRoutes()
  const { loader: home } = await import('#app/site/routes/home/route.tsx')
  const { loader: faq } = await import('#app/site/routes/faq.tsx')
  const { loader: terms } = await import('#app/site/routes/terms.tsx')
  const { loader: instructions } = await import('#app/site/routes/instructions.tsx')
  const { loader: freight } = await import('#app/site/routes/freight-forwarders/route.tsx')
  pages = { home, faq, terms, instructions, freight }
})
afterAll(() => routes.close())

async function said(page: keyof typeof pages): Promise<string> {
  return JSON.stringify(await pages[page]({ request: new Request(`${ORIGIN}/`), params: {}, context: {} }))
}

const OF_STELLAR = 'two of buyer, seller and Quayside must sign'
const OF_XRPL = 'only to the seller’s wallet'

const DIFFERS = {
  faq: [
    'the page says that it is locked',
    'to the wallet that locked it',
    'its own date counts in any case',
    'does not wait for the decision',
    'see the next question',
  ],
  instructions: ['paying in, wallets and payout differ'],
  freight: ['then Quayside cannot take it either'],
} as const

async function expectDiffers(isSaid: boolean): Promise<void> {
  for (const page of ['faq', 'instructions', 'freight'] as const) {
    const text = await said(page)
    for (const sentence of DIFFERS[page]) expect(text.includes(sentence), sentence).toBe(isSaid)
  }
}

test('where both ledgers hold escrows', async () => {
  expect(await said('home')).toContain('"ledgerHolds":true')
  for (const page of ['faq', 'terms'] as const) {
    expect(await said(page)).toContain(OF_STELLAR)
    expect(await said(page)).toContain(OF_XRPL)
  }
  await expectDiffers(true)
  expect(await said('faq')).toContain('Quayside’s signature follows')
  expect(await said('faq')).toContain('comes only after that date')
})

test('where one does, and where none does', async () => {
  const { keeping } = routes.world.deps
  const { stellar, xrpl } = keeping
  try {
    keeping.stellar = null
    expect(await said('faq')).toContain('Can the ledger itself hold the money?')
    for (const page of ['faq', 'terms'] as const) {
      expect(await said(page)).not.toContain(OF_STELLAR)
      expect(await said(page)).toContain(OF_XRPL)
    }
    await expectDiffers(true)
    expect(await said('faq')).not.toContain('Quayside’s signature follows')
    keeping.xrpl = null
    await expectDiffers(false)
    expect(await said('home')).toContain('"ledgerHolds":false')
    expect(await said('faq')).not.toContain('Can the ledger itself hold the money?')
    for (const page of ['faq', 'terms'] as const) expect(await said(page)).not.toContain(OF_XRPL)
  } finally {
    Object.assign(keeping, { stellar, xrpl })
  }
})
