/** An email says whose turn it is when it is sent, in whatever order the facts of the trade came. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { type Cast, castOf, deskOf, type Trade } from '#tests/support/settlement/settlement.ts'
import { granted, pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
})

/** Pays it, and reads the payment; no worker sends an email meanwhile. */
async function fund({ escrowId, asset }: Trade): Promise<void> {
  const { account, reference, amount } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  await pay(world, { asset, to: account, amount: amount.toFixed(), memo: String(reference) })
  await ingestPayments(world.deps, { network: networkOf(asset), account })
}

/** Opens a trade with a named seller; `before` runs before the money comes. */
async function funded(amount: string, before: (trade: Trade) => Promise<unknown> = async () => undefined) {
  const trade = await desk.open('XLM', amount, { sellerEmail: cast.seller.email })
  await before(trade)
  await fund(trade)
  return trade
}
const confirm = async (trade: Trade) => granted(await desk.confirm(trade))

const TURN = /^(?:Your turn|Nothing to do now)$/m

/** Sends the newest email of this kind to a side. Returns what it says of the turn, and all of its text. */
async function mailOf({ escrowId }: Trade, letter: string, side: 'buyer' | 'seller') {
  const { email } = cast[side]
  const { id: letterId } = await world.deps.db.outboxLetter.findFirstOrThrow({
    where: { escrowId, recipient: email, content: { path: ['letter'], equals: letter } },
    orderBy: { id: 'desc' },
  })
  await sendEmail(world.deps, { letterId })
  const mail = world.harbour.post.mails().findLast(({ to: [address] }) => address === email)
  const text = mail?.text ?? ''
  return { turn: TURN.exec(text)?.[0], text }
}

async function turnsOfFunded(trade: Trade) {
  const buyer = await mailOf(trade, 'escrow_funded', 'buyer')
  const seller = await mailOf(trade, 'escrow_funded', 'seller')
  return { turns: [buyer.turn, seller.turn], buyer: buyer.text, seller: seller.text }
}

test('funded: it is the seller’s turn', async () => {
  const { turns, buyer, seller } = await turnsOfFunded(await funded('10'))
  expect(turns).toEqual(['Nothing to do now', 'Your turn'])
  expect(seller).toContain('Upload the documents and confirm shipment')
  expect(buyer).toContain('Give the seller the Escrow ID')
})

test('funded after the seller has confirmed: it is the buyer’s', async () => {
  const { turns, buyer, seller } = await turnsOfFunded(await funded('11', confirm))
  expect(turns).toEqual(['Your turn', 'Nothing to do now'])
  expect(seller).toContain('The buyer examines the documents')
  expect(seller).not.toContain('confirm shipment')
  expect(buyer).toContain('The seller has confirmed shipment.')
  expect(buyer).toMatch(/Examine the documents:?\s+\S+#decision/)
  expect(buyer).not.toContain('Give the seller')
})

test('confirmed while the letter waited: it is the buyer’s, too', async () => {
  const trade = await funded('12')
  await confirm(trade)
  expect((await turnsOfFunded(trade)).turns).toEqual(['Your turn', 'Nothing to do now'])
})

test('approved before the money: nobody has to do anything', async () => {
  const trade = await funded('13', async (opened) => {
    await confirm(opened)
    granted(await desk.review(opened))
  })
  const { turns, buyer, seller } = await turnsOfFunded(trade)
  expect(turns).toEqual(['Nothing to do now', 'Nothing to do now'])
  expect(seller).toContain('Your wallet is paid in its turn.')
  expect(buyer).not.toContain('Give the seller')
  expect(buyer + seller).not.toContain('No date decides')
})

test('rejected before the money: the seller presents again', async () => {
  const trade = await funded('14', async (opened) => {
    await confirm(opened)
    granted(await desk.review(opened, 'Rejected'))
  })
  const { turns, seller } = await turnsOfFunded(trade)
  expect(turns).toEqual(['Nothing to do now', 'Your turn'])
  expect(seller).toContain('The buyer rejected your documents')
})

test('a refund that is declined gives the buyer a turn only where documents wait', async () => {
  const trade = await funded('15')
  const decline = async () => {
    granted(await desk.ask(trade))
    granted(await desk.answer(trade, { isAgreed: false, reason: 'It is at sea.' }))
    return (await mailOf(trade, 'refund_answered', 'buyer')).turn
  }
  expect(await decline()).toBe('Nothing to do now')
  await confirm(trade)
  expect(await decline()).toBe('Your turn')
})
