/** What the eye reads of a memo, an address or an ID is stored and paid by, on every page (decision 135). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { walletOf } from '#tests/support/world/people.ts'

let routes: SettlementRoutes
beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const EXCHANGE = walletOf('XLM', 'exchange')

async function asked(changes: Record<string, string>) {
  const { escrowId, transactionId: txid } = await routes.funded()
  const fields = {
    intent: 'ask_refund',
    refundReason: 'Late.',
    refundAddress: EXCHANGE,
    refundMemo: '778899',
    ...changes,
  }
  const said = await routes.send({ by: routes.buyer, txid, fields })
  const { refundAddress, refundMemo } = await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  return { said, kept: { refundAddress, refundMemo } }
}

test.each([
  ['a zero-width space behind the memo', { refundMemo: '778899\u200b' }],
  ['a memo between isolates', { refundMemo: '\u2068778899\u2069' }],
  ['a memo in Persian digits', { refundMemo: '۷۷۸۸۹۹' }],
  ['a memo in full width', { refundMemo: '７７８８９９' }],
  ['an address with a mark of direction', { refundAddress: `\u200e${EXCHANGE}\u200f` }],
])('%s is kept as it is read', async (_, changes) => {
  const { said, kept } = await asked(changes)
  expect(said).toEqual({ said: 'ask_refund' })
  expect(kept).toEqual({ refundAddress: EXCHANGE, refundMemo: '778899' })
})

test.each([
  ['a payment request', `web+stellar:pay?destination=${EXCHANGE}&memo=778899`],
  ['the address of an explorer', `https://stellar.expert/explorer/public/account/${EXCHANGE}`],
  ['an address with a blank in it', `${EXCHANGE.slice(0, 20)} ${EXCHANGE.slice(20)}`],
])('%s is unfolded, and shown to be confirmed', async (_, refundAddress) => {
  const { said, kept } = await asked({ refundAddress })
  expect(said).toMatchObject({ refused: 'wallet_read_as_memo', field: 'ask_refund-refundAddress' })
  expect(kept).toEqual({ refundAddress: null, refundMemo: null })
})

test('nothing is paid by a memo that holds more than people see, which was kept before', async () => {
  const { stellar } = routes.world.deps.ledgers
  const { Decimal } = await import('#app/kernel/domain/money.ts')
  const payee = { asset: 'XLM', address: EXCHANGE, amount: new Decimal(5) } as const
  expect(await stellar.obstacleTo({ ...payee, memo: '778899\u200b' })).toBe('memo_invalid')
  expect(await stellar.obstacleTo({ ...payee, memo: 'a\u00ad' })).toBe('memo_invalid')
  // Cyrillic letters that look like Latin ones.
  expect(await stellar.obstacleTo({ ...payee, memo: 'ТЕСТ1' })).toBe('memo_invalid')
  expect(await stellar.obstacleTo({ ...payee, memo: 'TEST1' })).toBeNull()
  expect(await stellar.obstacleTo({ ...payee, memo: '778899' })).toBeNull()
})

test('an escrow is found by its ID in a sentence, in quotes and in a link', async () => {
  const { transactionId: txid } = await routes.funded()
  for (const typed of [
    `${txid}.`,
    `“${txid}”`,
    `\u2068${txid}\u2069`,
    `https://quayside.example/dashboard?txid=${txid}`,
  ]) {
    const { escrow } = await routes.viewOf(routes.buyer, encodeURIComponent(typed))
    expect(escrow?.transactionId).toBe(txid)
  }
})
