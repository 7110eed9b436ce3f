/** How often pages of one escrow ask the database: each question costs a page as much as a fifth of an empty one. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterAll(() => routes?.close())

/** The questions that are asked while this is done. */
async function questionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const questions = asked.mock.calls.map(([question]) => textOf(question))
    // The person signs in for it.
    return questions.filter((question) => !question.startsWith('INSERT INTO "public"."session"'))
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
  expect(ofBuyer.length, ofBuyer.join('\n')).toBeLessThanOrEqual(20)
  expect(ofSeller.length, ofSeller.join('\n')).toBeLessThanOrEqual(20)
})
