/** An operator who changed an account moves none of that person's money, and the account waits for a second one. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resetSecondFactor } from '#app/accounts/workflows/second-factor/change.server.ts'
import { SETTLE_INTENTS } from '#app/escrow/domain/settle-intents.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { AuditEventKind } from '#app/kernel/domain/audit-events.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { weighPayout } from '#app/settlement/payouts/workflows/payout-limits.server.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { assignPayment } from '#app/unmatched/workflows/assign-payment.server.ts'
import { operator, refusalOf } from '#tests/support/settlement/admin.ts'
import { APPROVAL, type Changes, DAY_MS, openChanges, REASON } from '#tests/support/settlement/changed-accounts.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { granted, type Person, pay, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'

const NO_LIMITS = { payout: null, hour: null, day: null, directed: null }

let of: Changes

beforeAll(async () => {
  of = await openChanges()
})

afterAll(() => of.close())

afterEach(() => {
  of.world.deps.settings.payoutLimits = NO_LIMITS
})

describe('one operator who takes over the account of a buyer', () => {
  it('approves nothing in it for seven days, on no page and past all pages', async () => {
    const trade = await of.presented()
    const thief = await of.takeOver(trade.buyer)
    expect(refusalOf(await of.send(trade, thief, APPROVAL))).toBe('account_stands_still')
    await expect(of.approve(trade)).rejects.toThrow(/stands still: documents_approved/)
    await expect(of.approve(trade, of.later(6.99))).rejects.toThrow(/stands still: documents_approved/)
    expect(await of.payoutsOf(trade.escrowId)).toEqual([])
    const escrow = await of.world.deps.db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
    expect(escrow.documentApprovalStatus).toBe('Pending')
  })

  it('does nothing else about money, and may read and open a dispute', async () => {
    const trade = await of.presented()
    const thief = await of.takeOver(trade.buyer)
    for (const intent of SETTLE_INTENTS) {
      if (intent === 'open_dispute' || intent === 'end_view_link') continue
      expect(refusalOf(await of.send(trade, thief, { intent, sure: 'yes' })), intent).toBe('account_stands_still')
    }
    const page = await of.lookup.loader(await of.desk.ask({ person: thief, path: `/x?txid=${trade.transactionId}` }))
    expect(page.escrow?.transactionId).toBe(trade.transactionId)
    const answer = await of.send(trade, thief, { intent: 'open_dispute', disputeReason: 'I am not asked.' })
    expect((answer as Response).status).toBe(303)
  })

  it('decides no dispute of it meanwhile, by the workflow and by the database', async () => {
    const trade = await of.presented()
    await of.takeOver(trade.buyer)
    const { escrowId } = trade
    const { dispute } = granted(
      await openDispute(of.world.deps, { escrowId, userId: trade.buyer.id, reason: 'Pay him.' }),
    )
    const decided = {
      escrowId,
      disputeId: dispute?.id ?? '',
      decision: 'release',
      sellerAmount: '',
      note: 'So be it.',
    } as const
    expect(await decide(of.world.deps, { ...decided, operatorId: of.olga.id })).toEqual({ refused: 'act_own_change' })
    const row = { decision: 'dismissed', decidedById: of.olga.id, decidedAt: new Date(), note: 'x' }
    await expect(of.world.deps.db.dispute.updateMany({ where: { escrowId }, data: row })).rejects.toThrow(
      /whoever changed an account decides no dispute/,
    )
    granted(await decide(of.world.deps, { ...decided, operatorId: of.omar.id }))
  })

  it('lets nobody of that account go who is like an entry of a list, nor assigns a payment to it', async () => {
    const ann = await unpaidBuyer(of.world)
    const { db } = of.world.deps
    await db.user.update({ where: { id: ann.id }, data: { name: 'Balthazar Quillfeather' } })
    await screenPerson(of.world.deps, { userId: ann.id })
    await of.takeOver(ann)
    const review = await db.screeningReview.findFirstOrThrow({ where: { subject: `user:${ann.id}` } })
    const said = { reviewId: review.id, act: 'false_match', reason: 'Another birth date.' } as const
    expect(await decideReview(of.world.deps, { ...said, operatorId: of.olga.id })).toEqual({
      refused: 'act_own_change',
    })
    const row = { state: 'false_match', decidedById: of.olga.id, decidedAt: new Date(), reason: 'r' }
    await expect(db.screeningReview.update({ where: { id: review.id }, data: row })).rejects.toThrow(
      /whoever changed an account decides nothing of review/,
    )
    expect(await decideReview(of.world.deps, { ...said, operatorId: of.omar.id })).toEqual({ is: 'saved' })

    const asked = { userId: ann.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    const quote = granted(await quoteServiceFee(of.world.deps, asked))
    const account = of.world.deps.accounts.stellar.fee
    const [hash = ''] = await pay(of.world, { asset: 'USDC', to: account, amount: plain(quote.amountDue), memo: null })
    await readPayments(of.world, { network: 'stellar', account })
    const stray = () => db.paymentCase.findFirst({ where: { ledgerPayment: { hash } } })
    await of.world.workUntil(async () => (await stray()) !== null, 'the payment is listed')
    const found = await stray()
    if (!found) throw new Error('no case')
    const assigned = {
      ...{ caseId: found.id, seen: { kind: found.kind, amount: found.amount.toFixed() } },
      ...{ target: String(quote.reference), note: 'Paid from the same wallet.' },
    }
    expect(await assignPayment(of.world.deps, { ...assigned, operatorId: of.olga.id })).toEqual({
      refused: 'act_own_change',
    })
    expect(await stray()).toMatchObject({ closedAt: null })
    granted(await assignPayment(of.world.deps, { ...assigned, operatorId: of.omar.id }))
    // The database refuses it too, as soon as it is known whose payment it is.
    await expect(
      db.paymentCase.update({ where: { id: found.id }, data: { closedById: of.olga.id, closedAt: new Date() } }),
    ).rejects.toThrow(/whoever changed an account ends no case/)
  })

  it.each([
    ['after seven days in which nobody has said anything', async () => undefined],
    [
      'also when a second operator has confirmed the change',
      async (userId: string) => of.done('confirm_change', (await of.changeOf(userId)).id, of.omar),
    ],
  ])('never approves a payout above a limit: %s', async (_, settle) => {
    const trade = await of.presented()
    await of.takeOver(trade.buyer)
    await settle(trade.buyer.id)
    granted(await of.approve(trade, of.later(7.01)))
    of.world.deps.settings.payoutLimits = { ...NO_LIMITS, payout: new Decimal(1) }
    const [payout] = await of.payoutsOf(trade.escrowId)
    if (!payout) throw new Error('no payout')
    const weighed = await weighPayout(of.world.deps, { ...payout, amount: new Decimal(payout.amount.toFixed()) })
    expect(weighed).toEqual({ waitsFor: 'second_operator', limit: 'payout' })
    const seen = { address: payout.address, memo: payout.memo }
    const asked = { payoutId: payout.id, seen, reason: 'Called.', isSure: true }
    expect(await approve(of.world.deps, { ...asked, operatorId: of.olga.id })).toEqual({
      refused: 'approval_own_change',
    })
    const row = { payoutId: payout.id, operatorId: of.olga.id, ...seen, aboveLimit: 'payout', reason: 'r' }
    await expect(of.world.deps.db.settlementApproval.create({ data: row })).rejects.toThrow(
      /whoever changed an account/,
    )
    const page = await import('#app/admin/routes/payouts/route.tsx')
    const shownTo = async (person: Person) =>
      (await page.loader(await of.desk.ask({ person }))).above.find(({ id }) => id === payout.id)?.own
    expect([await shownTo(of.olga), await shownTo(of.omar)]).toEqual(['change', null])
    granted(await approve(of.world.deps, { ...asked, operatorId: of.omar.id }))
  })
})

describe('an account that stands still', () => {
  it('states no wallet, whoever writes it down; what its own wallet signs goes through', async () => {
    const trade = await of.presented()
    await of.correct(trade.buyer)
    await of.correct(trade.seller)
    const { db } = of.world.deps
    const where = { id: trade.escrowId }
    const now = new Date()
    const refund = { refundAddress: walletOf('USDC', 'friend'), refundStatedAt: now }
    await expect(db.escrow.update({ where, data: refund })).rejects.toThrow(/stands still: refund wallet/)
    const payout = { payoutAddress: walletOf('USDC', 'friend'), payoutStatedAt: now }
    await expect(db.escrow.update({ where, data: payout })).rejects.toThrow(/stands still: payout wallet/)
    const write = (kind: AuditEventKind) =>
      inTransaction(db, (tx) => writeEvent(tx, { kind, at: now, escrowId: where.id, userId: trade.seller.id }))
    for (const kind of ['exit_signed', 'hold_signed', 'dispute_opened', 'password_changed'] as const) await write(kind)
    for (const kind of [
      'hold_agreed',
      'hold_change_asked',
      'amendment_agreed',
      'offer_accepted',
      'unreadable_accepted',
      'fee_back_stated',
      'account_closed',
    ] as const)
      await expect(write(kind), kind).rejects.toThrow(/stands still/)
  })

  it('is told so by every form with which it would say something that outlasts a thief', async () => {
    const trade = await of.presented()
    await of.correct(trade.seller)
    const by = trade.seller
    const confirmation = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
    const { transactionId: txid } = trade
    const fields = { txid, intent: 'change_wallet', walletAddress: walletOf('USDC', 'friend'), walletMemo: '' }
    const answer = await confirmation.action(await of.desk.ask({ person: by, path: '/seller-confirm' }, fields))
    expect(answer).toMatchObject({ data: { problems: [{ refused: 'account_stands_still' }] } })
    const settings = [
      [await import('#app/accounts/routes/settings/email.tsx'), { email: 'other@example.org', password: 'x' }],
      [await import('#app/settings/routes/close.tsx'), { password: 'x', sure: 'on' }],
      [await import('#app/settings/routes/wallets.tsx'), { intent: 'remove', wallet: randomUUID() }],
    ] as const
    for (const [page, sent] of settings) {
      const refused = await page.action(await of.desk.ask({ person: by, path: '/settings' }, { ...sent }))
      expect(refused).toMatchObject({
        data: { problems: [{ text: expect.stringContaining('can’t act on money until') }] },
        init: { status: 400 },
      })
    }
  })

  it('says so to its owner on every page, and to the other side by letter and page, without the address', async () => {
    const trade = await of.presented()
    const email = `b-${randomUUID()}@example.org`
    await of.correct(trade.buyer, email)
    const { stillUntil } = await of.stored(trade.buyer.id)
    expect(stillUntil?.getTime()).toBe((await of.changeOf(trade.buyer.id)).changedAt.getTime() + 7 * DAY_MS)
    const until = stillUntil?.toISOString()
    const root = await import('#app/root.tsx')
    expect((await root.loader(await of.desk.ask({ person: trade.buyer }))).viewer?.stillUntil).toBe(until)
    const { escrow } = await of.lookup.loader(
      await of.desk.ask({ person: trade.seller, path: `/x?txid=${trade.transactionId}` }),
    )
    expect(escrow?.stillUntil).toEqual({ buyer: until, seller: null })
    const where = { userId: trade.seller.id, key: { startsWith: 'account_stands_still:' } }
    const [letter, ...more] = await of.world.deps.db.outboxLetter.findMany({ where })
    expect(letter?.content).toEqual({
      letter: 'account_stands_still',
      txid: trade.transactionId,
      whose: 'buyer',
      until,
    })
    expect(more).toEqual([])
  })

  it('goes on when seven days have passed', async () => {
    const trade = await of.presented()
    await of.correct(trade.buyer)
    granted(await of.approve(trade, of.later(7.01)))
  })

  it('is one whose second factor was reset, too, by an operator or by the command', async () => {
    const trade = await of.presented()
    const secondFactor = { userId: trade.buyer.id, sealedSecret: 'sealed', confirmedAt: new Date(), lastStep: 1 }
    await of.world.deps.db.secondFactor.create({ data: secondFactor })
    const reset = { email: trade.buyer.email, reason: REASON, operatorId: null }
    expect(await resetSecondFactor(of.world.deps, reset)).toBe('reset')
    await expect(of.approve(trade)).rejects.toThrow(/stands still/)
    const change = await of.changeOf(trade.buyer.id)
    expect(change).toMatchObject({ kind: 'second_factor', changedById: null })
    // The authenticator app cannot be given back.
    expect(await of.done('take_back_change', change.id, of.omar)).toBe('already')
    expect(await of.done('confirm_change', change.id, of.omar)).toBe('confirm_change')
    granted(await of.approve(trade))
  })

  it('is no operator’s', async () => {
    const other = await operator(of.world)
    const secondFactor = { userId: other.id, sealedSecret: 'sealed', confirmedAt: new Date(), lastStep: 1 }
    await of.world.deps.db.secondFactor.create({ data: secondFactor })
    await resetSecondFactor(of.world.deps, { email: other.email, reason: REASON, operatorId: of.olga.id })
    expect((await of.stored(other.id)).stillUntil).toBeNull()
  })
})
