/** Whichever table cannot be read, an escrow's pages show the specification's sentence (spec §8), and never fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { type Person, walletOf } from '#tests/support/world/people.ts'
import { guardFields, ORIGIN } from '#tests/support/world/routes.ts'

/** Tables that the lookup of an escrow reads: core tables first. */
const READ_FOR_LOOKUP = [
  'escrow',
  'escrow_document',
  'escrow_contract',
  'transfer',
  'dispute',
  'refund_request',
  'stated_payment',
  'audit_event',
  'ledger_payment',
  'outbox_letter',
  'view_link',
  'milestone',
  'division',
  'accepted_terms',
  'hold',
  'amendment',
  'time_request',
  'escrow_clock',
] as const

let routes: SettlementRoutes
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')
let confirmation: typeof import('#app/trade/documents/routes/seller-confirm/route.tsx')
let txid: string

beforeAll(async () => {
  routes = await openSettlementRoutes({ CAPTCHA_FASTEST_MS: '0' })
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
  confirmation = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
  txid = (await routes.funded()).transactionId
})
afterAll(() => routes.close())

async function without<Value>(table: string, work: () => Promise<Value>): Promise<Value> {
  const { db } = routes.world.deps
  await db.$executeRawUnsafe(`alter table "${table}" rename to "${table}_away"`)
  try {
    return await work()
  } finally {
    await db.$executeRawUnsafe(`alter table "${table}_away" rename to "${table}"`)
  }
}

const lookedUp = async (by: Person) => (await routes.viewOf(by, txid)) as { refusal: { refused: string } | null }
const post = (fields: Record<string, string>) => routes.send({ by: routes.buyer, txid, fields })

test.each(READ_FOR_LOOKUP)('the lookup without %s', async (table) => {
  const { buyer } = routes
  await without(table, async () => {
    expect(await lookedUp(buyer)).toMatchObject({ escrow: null, refusal: { refused: 'lookup_failed' } })
  })
  expect((await lookedUp(buyer)).refusal).toBeNull()
})

test.each(['escrow', 'escrow_contract', 'audit_event'])('the forms of the lookup without %s', async (table) => {
  await without(table, async () => {
    expect(await post({ intent: 'fetch' })).toMatchObject({ refused: 'fetch_failed' })
    expect(await post({ intent: 'state_payment', hash: 'a'.repeat(64) })).toMatchObject({ refused: 'fetch_failed' })
    const decision = { approval: 'Rejected', reason: 'Wet bags.', seenAddress: walletOf('XLM'), seenMemo: '' }
    expect(await post(decision)).toMatchObject({ refused: 'approval_failed' })
    expect(await post({ intent: 'open_dispute', disputeReason: 'Wet.' })).toMatchObject({ refused: 'settle_failed' })
  })
})

test.each(['escrow', 'escrow_document', 'accepted_terms'])('the page of the seller without %s', async (table) => {
  const { seller, world } = routes
  const headers = await headersOf(world, seller)
  const fields = {
    transactionId: txid,
    walletAddress: walletOf('XLM'),
    walletMemo: '',
    acceptsContract: 'on',
    captcha: 'on',
  }
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...(await guardFields()) })) body.append(name, value)
  await without(table, async () => {
    expect(await routes.viewOf(seller, txid, 'confirmation')).toMatchObject({
      escrow: null,
      refusal: { refused: 'lookup_failed' },
    })
    const sent = new Request(`${ORIGIN}/seller-confirm`, { method: 'POST', headers, body })
    expect(await confirmation.action({ request: sent, params: {}, context: {} })).toMatchObject({
      data: { problems: [{ refused: 'upload_failed' }] },
    })
    const disputed = { page: 'confirmation', by: seller, txid, fields: { intent: 'open_dispute' } } as const
    expect(await routes.send(disputed)).toMatchObject({ refused: 'settle_failed' })
  })
})

test.each(['escrow', 'milestone', 'screening_review'])('opening an escrow without %s', async (table) => {
  const { buyer, world } = routes
  const headers = await headersOf(world, buyer)
  const body = new FormData()
  const trade = { currency: 'XLM', type: 'auto', amount: '10', walletFrom: 'typed', walletAddress: walletOf('XLM') }
  const dates = { dates: 'agreed', fundBy: '', presentBy: '', examineDays: '5', onSilence: 'dispute' }
  const { usualDates, writeDates } = await import('#app/trade/terms/domain/trade-dates.ts')
  const usual = writeDates(usualDates(world.deps.clock.now()))
  for (const [name, value] of Object.entries({ ...trade, ...dates, ...usual })) body.append(name, String(value))
  await without(table, async () => {
    const request = new Request(`${ORIGIN}/submit`, { method: 'POST', headers, body })
    expect(await submit.action({ request, params: {}, context: {} })).toMatchObject({
      data: { problems: [{ text: 'Failed to submit transaction.' }] },
    })
  })
})
