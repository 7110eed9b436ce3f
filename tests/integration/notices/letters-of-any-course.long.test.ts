/** Whatever two parties do, whenever a worker runs: no email starts that is untrue by then, and no event is lost. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matterOf } from '#app/notices/domain/email-kinds.ts'
import { JOINED_WITHIN_MS } from '#app/notices/domain/email-limits.ts'
import { emailContent } from '#app/notices/emails/emails.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { changePayoutWallet } from '#app/trade/documents/workflows/change-payout-wallet.server.ts'
import { withdrawRefundRequest } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { decide, present } from '#tests/support/agreement/dated-trades.ts'
import { holdLettersToStages } from '#tests/support/letters/held-to-stages.ts'
import { deskOf, type Trade } from '#tests/support/settlement/settlement.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'

let routes: SettlementRoutes
let deps: Deps
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  routes = await openSettlementRoutes()
  const { world, buyer, seller } = routes
  deps = world.deps
  desk = deskOf(world, { buyer, seller, operator: await aUser(deps.db, { role: 'admin' }) })
  await holdLettersToStages(deps.db)
})
afterAll(() => routes.close())

/** A refused act changes nothing, and is part of the course. */
const ACTS: Record<string, (trade: Trade) => Promise<unknown>> = {
  present: (trade) => present(routes.world, { seller: routes.seller, trade }),
  approve: (trade) => decide(routes.world, { buyer: routes.buyer, trade, approval: 'Approved' }),
  reject: (trade) => decide(routes.world, { buyer: routes.buyer, trade, approval: 'Rejected' }),
  think: (trade) => desk.review(trade, 'Pending'),
  ask: (trade) => desk.ask(trade),
  takeBack: ({ escrowId }) => withdrawRefundRequest(deps, { escrowId, buyerId: routes.buyer.id }),
  decline: (trade) => desk.answer(trade, { isAgreed: false, reason: 'It has sailed.' }),
  dispute: (trade) => desk.dispute(trade),
  disputeToo: ({ escrowId }) => openDispute(deps, { escrowId, userId: routes.seller.id, reason: 'No answer.' }),
  withdraw: ({ escrowId }) => withdrawDispute(deps, { escrowId, userId: routes.buyer.id }),
  withdrawToo: ({ escrowId }) => withdrawDispute(deps, { escrowId, userId: routes.seller.id }),
  wallet: ({ escrowId }) => stateWallet(escrowId, 'friend'),
  walletBack: ({ escrowId }) => stateWallet(escrowId, 'seller'),
}

function stateWallet(escrowId: string, name: 'friend' | 'seller') {
  const wallet = { address: walletOf('XLM', name), memo: '' }
  return changePayoutWallet(deps, { escrowId, sellerId: routes.seller.id, wallet })
}

/** Two workers try every email that is due by then. */
async function work({ escrowId }: Trade, ms: number): Promise<void> {
  const then: Deps = { ...deps, clock: { now: () => new Date(Date.now() + ms) } }
  const owed = await deps.db.outboxLetter.findMany({
    where: { escrowId, sentAt: null, withheldFor: null, nextTryAt: { lte: new Date(Date.now() + ms + 1_000) } },
    select: { id: true },
  })
  for (const { id: letterId } of owed) {
    await Promise.all([sendEmail(then, { letterId }), sendEmail(then, { letterId })])
  }
}

const step = fc.record({
  act: fc.constantFrom(...Object.keys(ACTS)),
  /** Whether a worker runs at the same moment, afterwards, or not at all. */
  worker: fc.constantFrom('meanwhile', 'after', 'never'),
  isLater: fc.boolean(),
})

test('of any course', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (course) => {
      const trade = { ...(await routes.funded()), asset: 'XLM' as const }
      for (const { act, worker, isLater } of [{ act: 'present', worker: 'after', isLater: false }, ...course]) {
        const ms = isLater ? JOINED_WITHIN_MS : 0
        await Promise.all([ACTS[act]?.(trade), worker === 'meanwhile' && work(trade, ms)])
        if (worker === 'after') await work(trade, ms)
      }
      await work(trade, 2 * JOINED_WITHIN_MS)
      await work(trade, 4 * JOINED_WITHIN_MS)
      const { escrowId } = trade
      const rows = await deps.db.outboxLetter.findMany({ where: { escrowId } })
      const isDisputed = (await deps.db.dispute.count({ where: { escrowId, decision: null } })) > 0
      for (const row of rows) {
        const content = emailContent.parse(row.content)
        const isLost = row.sentAt === null && matterOf(content) === null
        expect({ letter: content.letter, isLost }).toEqual({ letter: content.letter, isLost: false })
        // Only emails that wait for the end of a dispute wait; all others were sent, or are overtaken.
        if (!isDisputed) expect(row.sentAt !== null || row.withheldFor === 'overtaken').toBe(true)
      }
    }),
    { numRuns: 12, seed: 108 },
  )
})
