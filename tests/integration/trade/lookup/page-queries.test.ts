/** How often a person's pages query the database: each query costs a fifth of an empty page. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterAll(() => routes?.close())

/** Begins the session, and ends those that are too many for one person. */
const OF_SIGNING_IN =
  /^(?:INSERT INTO "public"\."session"|SELECT "t0"\."tokenHash" FROM "public"\."session"|set statement_timeout)/

async function questionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const questions = asked.mock.calls.map(([question]) => textOf(question))
    // Without the login, and the limits that a new connection gets.
    return questions.filter((question) => !OF_SIGNING_IN.test(question))
  } finally {
    asked.mockRestore()
  }
}

function textOf(question: unknown): string {
  if (typeof question === 'string') return question
  return typeof question === 'object' && question !== null && 'text' in question ? String(question.text) : ''
}

it('the pages of a funded escrow ask no more than they did', async () => {
  const { transactionId } = await routes.funded()
  const ofBuyer = await questionsOf(() => routes.viewOf(routes.buyer, transactionId))
  const ofSeller = await questionsOf(() => routes.viewOf(routes.seller, transactionId, 'confirmation'))
  expect(ofBuyer.length).toBeGreaterThan(0)
  expect(ofBuyer.length, ofBuyer.join('\n')).toBeLessThanOrEqual(23)
  expect(ofSeller.length, ofSeller.join('\n')).toBeLessThanOrEqual(25)
})

it('the list of escrows and the statement of one ask no more than they did', async () => {
  const { transactionId } = await routes.funded()
  const { loader: listEscrows } = await import('#app/trade/lookup/routes/dashboard/route.tsx')
  const { loader: readStatement } = await import('#app/records/statement/routes/statement.tsx')
  const asked = async (path: string) => ({
    request: new Request(ORIGIN + path, { headers: await headersOf(routes.world, routes.buyer) }),
    context: {},
  })
  const dashboard = await asked('/dashboard')
  const ofList = await questionsOf(() => listEscrows({ ...dashboard, params: {} }))
  const statement = await asked(`/statements/${transactionId}`)
  const ofStatement = await questionsOf(() => readStatement({ ...statement, params: { transactionId } }))
  expect(ofList.length).toBeGreaterThan(0)
  expect(ofList.length, ofList.join('\n')).toBeLessThanOrEqual(18)
  expect(ofStatement.length).toBeGreaterThan(0)
  expect(ofStatement.length, ofStatement.join('\n')).toBeLessThanOrEqual(11)
})
