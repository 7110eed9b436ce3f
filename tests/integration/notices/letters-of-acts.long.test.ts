/** Nobody makes us fill a mailbox: emails that one party causes to another are limited and joined (decision 108). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmEmail } from '#app/accounts/workflows/confirm-email.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { EMAILS_A_DAY, JOINED_WITHIN_MS } from '#app/notices/domain/email-limits.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { changePayoutWallet } from '#app/trade/documents/workflows/change-payout-wallet.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { inviteAgain, inviteWaiting } from '#app/trade/opening/workflows/invitation/invite-waiting.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { askForRefund, withdrawRefundRequest } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { BACK, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, granted, type Person, register, tokenOf, walletOf } from '#tests/support/world/people.ts'

let routes: SettlementRoutes
let deps: Deps

beforeAll(async () => {
  routes = await openSettlementRoutes()
  deps = routes.world.deps
})
afterAll(() => routes.close())

const HOUR_MS = 3_600_000
const later = (ms: number): Deps => ({ ...deps, clock: { now: () => new Date(Date.now() + ms) } })
const stranger = () => `stranger-${randomUUID()}@example.org`

async function letters(escrowId: string, letter?: string) {
  const rows = await deps.db.outboxLetter.findMany({
    where: { escrowId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const told = rows.map(({ content, ...row }) => ({ ...row, content: content as Record<string, unknown> }))
  return letter ? told.filter(({ content }) => content.letter === letter) : told
}

const sent = (rows: { sentAt: Date | null }[]) => rows.filter(({ sentAt }) => sentAt !== null).length
const settled = (escrowId: string) =>
  routes.world.workUntil(
    async () => (await letters(escrowId)).every(({ sentAt, withheldFor }) => sentAt !== null || withheldFor !== null),
    'every letter is sent',
  )

/** Sends three hours later what waited until then. */
async function sendWaiting(escrowId: string): Promise<void> {
  const waiting = (await letters(escrowId)).filter(({ sentAt, withheldFor }) => sentAt === null && withheldFor === null)
  for (const { id: letterId } of waiting) await sendEmail(later(JOINED_WITHIN_MS), { letterId })
}

test('asking for a refund again and again writes one letter, and what is withdrawn none', async () => {
  const { escrowId } = await routes.funded()
  await settled(escrowId)
  const wallet = { address: BACK, memo: '' }
  const ask = (of: Deps, reason: string) => askForRefund(of, { escrowId, buyerId: routes.buyer.id, reason, wallet })
  granted(await ask(deps, 'first'))
  await settled(escrowId)
  for (let round = 0; round < 12; round += 1) {
    granted(await withdrawRefundRequest(deps, { escrowId, buyerId: routes.buyer.id }))
    granted(await ask(deps, `again ${round}`))
  }
  const [first, waiting, ...more] = await letters(escrowId, 'refund_requested')
  expect(more).toEqual([])
  expect(first).toMatchObject({ content: { reason: 'first' }, sentAt: expect.any(Date) })
  expect(waiting).toMatchObject({ content: { reason: 'again 11' }, sentAt: null })
  expect((waiting?.nextTryAt.getTime() ?? 0) - (first?.createdAt.getTime() ?? 0)).toBe(JOINED_WITHIN_MS)
  const { escrow } = await routes.viewOf(
    routes.buyer,
    (await deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).transactionId,
  )
  expect(escrow?.told).toEqual({ state: 'waits', at: waiting?.nextTryAt.toISOString() })

  granted(await withdrawRefundRequest(deps, { escrowId, buyerId: routes.buyer.id }))
  await sendWaiting(escrowId)
  expect((await letters(escrowId, 'refund_requested'))[1]).toMatchObject({ sentAt: null, withheldFor: 'overtaken' })
  granted(await ask(later(JOINED_WITHIN_MS + 60_000), 'much later'))
  await settled(escrowId)
  expect(sent(await letters(escrowId, 'refund_requested'))).toBe(2)
})

test('disputes that come and go, and wallets that change, write once in a while', async () => {
  const { escrowId, transactionId } = await routes.funded()
  const confirmed = (name: 'seller' | 'second-buyer') => ({ address: walletOf('XLM', name), memo: '' })
  const about = { sellerId: routes.seller.id, transactionId, walletMemo: '', files: [] }
  granted(await confirmShipment(deps, { ...about, walletAddress: walletOf('XLM', 'second-buyer') }))
  // One email says both to the buyer: the shipment, and the wallet that is not the expected one.
  const [shipment] = await letters(escrowId, 'seller_confirmed')
  expect(shipment?.content).toMatchObject({ walletDiffers: true })
  expect((await letters(escrowId, 'payout_wallet_changed')).map(({ content }) => content.reader)).toEqual(['seller'])
  await settled(escrowId)
  for (const name of ['seller', 'second-buyer', 'seller', 'second-buyer'] as const) {
    granted(await changePayoutWallet(deps, { escrowId, sellerId: routes.seller.id, wallet: confirmed(name) }))
  }
  const changed = await letters(escrowId, 'payout_wallet_changed')
  expect(changed.map(({ content }) => content.reader).sort()).toEqual(['buyer', 'seller', 'seller'])

  const opening = { escrowId, userId: routes.buyer.id, reason: 'Wet bags.' }
  granted(await openDispute(deps, opening))
  await settled(escrowId)
  for (let round = 0; round < 5; round += 1) {
    granted(await withdrawDispute(deps, { escrowId, userId: routes.buyer.id }))
    granted(await openDispute(deps, opening))
  }
  expect(sent(await letters(escrowId, 'dispute_opened'))).toBe(2)
  expect(await letters(escrowId, 'dispute_opened')).toHaveLength(4)
  granted(await withdrawDispute(deps, { escrowId, userId: routes.buyer.id }))
  await sendWaiting(escrowId)
  expect(sent(await letters(escrowId, 'dispute_opened'))).toBe(2)
})

test('nobody uses up the limit before a decision, so that it is not heard of', async () => {
  const { escrowId, transactionId } = await routes.funded()
  const to = { userId: routes.seller.id }
  const about = { escrowId, from: routes.buyer.id, to, now: new Date() }
  const asked = { txid: transactionId, amount: '1', asset: 'XLM' } as const
  const write = (letter: 'reminder' | 'payout_wallet_changed', number: number) =>
    inTransaction(deps.db, (tx) =>
      writeToOther(tx, {
        ...about,
        event: `${letter}:${escrowId}:${number}`,
        content:
          letter === 'reminder'
            ? { letter, kind: 'escrow_unfunded', isLast: false, ...asked }
            : { letter, moment: 'changed', reader: 'seller', txid: transactionId },
      }),
    )
  let word = 'goes'
  for (let number = 0; number <= EMAILS_A_DAY.escrow && word === 'goes'; number += 1) {
    word = await write('reminder', number)
  }
  expect(word).toBe('limit')
  expect(await write('payout_wallet_changed', 1)).toBe('goes')
  await settled(escrowId)
  // Repeats are joined, and none of them counts for the limit.
  expect(await write('payout_wallet_changed', 2)).toBe('joined')
  expect(await write('payout_wallet_changed', 3)).toBe('joined')
  expect(await letters(escrowId, 'payout_wallet_changed')).toHaveLength(2)
})

test('one stranger gets few letters a day from everybody together, written at one moment too, and the page says so', async () => {
  const email = stranger()
  const escrows = await Promise.all(
    Array.from({ length: EMAILS_A_DAY.stranger + 3 }, () =>
      escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10', sellerEmail: email }),
    ),
  )
  const rows = await deps.db.outboxLetter.findMany({ where: { recipient: email } })
  expect(rows.filter(({ withheldFor }) => withheldFor === null)).toHaveLength(EMAILS_A_DAY.stranger)
  expect(rows.filter(({ withheldFor }) => withheldFor === 'limit')).toHaveLength(3)
  const withheld = rows.find(({ withheldFor }) => withheldFor !== null)
  const { transactionId = '' } = escrows.find(({ escrowId }) => escrowId === withheld?.escrowId) ?? {}
  const { escrow } = await routes.viewOf(routes.buyer, transactionId)
  expect(escrow?.invitation).toEqual({ state: 'limited', at: null })
  // The escrow exists all the same, and tomorrow the invitation can be sent again.
  const again = { escrowId: withheld?.escrowId ?? '', buyerId: routes.buyer.id }
  expect(await inviteAgain(deps, again)).toEqual({ refused: 'letters_limited' })
  granted(await inviteAgain(later(25 * HOUR_MS), again))
})

test('what is withheld is neither sent nor owed, and the database holds it', async () => {
  const { escrowId } = await routes.funded()
  const email = stranger()
  const buyer = await register(routes.world, { role: 'buyer', isConfirmed: false })
  const content = { letter: 'escrow_cancelled', txid: 'auto_1', amount: '1', asset: 'XLM' } as const
  const letter = {
    event: randomUUID(),
    escrowId,
    from: buyer.id,
    to: { email, locale: 'en' },
    content,
    now: new Date(),
  }
  expect(await inTransaction(deps.db, (tx) => writeToOther(tx, letter))).toBe('unconfirmed')
  const row = await deps.db.outboxLetter.findFirstOrThrow({ where: { recipient: email } })
  expect(row).toMatchObject({ withheldFor: 'unconfirmed', sentAt: null, attempts: 0 })
  const send = deps.db.outboxLetter.update({ where: { id: row.id }, data: { sentAt: new Date() } })
  await expect(send).rejects.toThrow(/withheld_rests/)
})

async function unconfirmedBuyer(): Promise<Person> {
  return register(routes.world, { role: 'buyer', isPilot: true, isConfirmed: false })
}

const confirmOwn = async (buyer: Person) =>
  granted(await confirmEmail(deps, { token: await tokenOf(routes.world, buyer), userId: buyer.id }))

test('an unconfirmed buyer’s invitation waits, and goes once when the address is confirmed', async () => {
  const buyer = await unconfirmedBuyer()
  const sellerEmail = stranger()
  const { escrowId, transactionId } = await escrowOf(routes.world, { buyer, asset: 'XLM', amount: '10', sellerEmail })
  const invitation = async () => (await routes.viewOf(buyer, transactionId)).escrow?.invitation?.state
  expect(await invitation()).toBe('waits')
  expect(await inviteAgain(deps, { escrowId, buyerId: buyer.id })).toEqual({ refused: 'invitation_unconfirmed' })
  expect((await letters(escrowId, 'escrow_to_fund'))[0]?.content).toMatchObject({ invited: 'unconfirmed' })

  await confirmOwn(buyer)
  const invited = async () =>
    (await letters(escrowId, 'escrow_opened')).filter(({ withheldFor }) => withheldFor === null)
  await routes.world.workUntil(async () => sent(await invited()) === 1, 'the seller is invited')
  // As if two workers that each believe the other dead did the job.
  await Promise.all([inviteWaiting(deps, { userId: buyer.id }), inviteWaiting(deps, { userId: buyer.id })])
  expect(await invited()).toHaveLength(1)
  expect(await invitation()).toBe('sent')
  expect(routes.world.harbour.post.mails().filter(({ to }) => to.includes(sellerEmail))).toHaveLength(1)
  expect(await inviteAgain(deps, { escrowId, buyerId: buyer.id })).toEqual({ refused: 'invited_lately' })
  granted(await inviteAgain(later(2 * HOUR_MS), { escrowId, buyerId: buyer.id }))
  expect(await invited()).toHaveLength(2)
})

test('opening and confirming at the same moment invites the seller, once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const buyer = await unconfirmedBuyer()
    const sellerEmail = stranger()
    const [{ escrowId }] = await Promise.all([
      escrowOf(routes.world, { buyer, asset: 'XLM', amount: '10', sellerEmail }),
      confirmOwn(buyer),
    ])
    const invited = async () =>
      (await letters(escrowId, 'escrow_opened')).filter(({ withheldFor }) => withheldFor === null)
    await routes.world.workUntil(async () => (await invited()).length === 1, 'the seller is invited')
  }
})

test('a seller who was replaced before the confirmation never hears of the escrow', async () => {
  const buyer = await unconfirmedBuyer()
  const [first, second] = [stranger(), stranger()]
  const { escrowId } = await escrowOf(routes.world, { buyer, asset: 'XLM', amount: '10', sellerEmail: first })
  granted(await nameSeller(deps, { escrowId, buyerId: buyer.id, sellerEmail: second }))
  await confirmOwn(buyer)
  const mails = (email: string) => routes.world.harbour.post.mails().filter(({ to }) => to.includes(email)).length
  await routes.world.workUntil(async () => mails(second) === 1, 'the seller is invited')
  expect(mails(first)).toBe(0)
})

test('only the buyer has an invitation sent again', async () => {
  const { transactionId } = await routes.funded()
  const fields = { intent: 'invite_again' }
  expect(await routes.send({ by: routes.seller, txid: transactionId, fields })).toEqual({ refused: 'escrow_not_found' })
  expect(await routes.send({ by: null, txid: transactionId, fields })).not.toHaveProperty('refused')
  expect(await routes.send({ by: routes.buyer, txid: transactionId, fields })).toEqual({ refused: 'invited_lately' })
})
