/** With two signatures the buyer's is the approval: nothing is approved without it, nothing waits after it (118). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findEscrow, lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { storeExamination } from '#app/trade/documents/db/examinations.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { draftApproval, findDraftToSign } from '#app/trade/onchain/workflows/approving/draft-approval.server.ts'
import { signApproval } from '#app/trade/onchain/workflows/approving/sign-approval.server.ts'
import { reviewOf, weighTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { type OnchainTrade, signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { seller as aSeller, granted, seenDocuments, upload, walletOf } from '#tests/support/world/people.ts'

let routes: OnchainRoutes
beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const settlements = watchSettlements(() => routes.world)
const deps = () => routes.world.deps

type Presented = OnchainTrade & { txid: string }

/** With an on-chain deposit, and presented by the seller. */
async function presented(asset: 'XLM' | 'USDC' = 'XLM'): Promise<Presented> {
  const { txid, escrowId, agreement, ...sides } = await routes.locked(asset)
  const trade = { ...sides, id: escrowId, agreementId: agreement.id, txid }
  await present(trade)
  return trade
}

async function present({ txid, sellerId, asset }: Presented, paper = 'Invoice 1'): Promise<void> {
  const file = await upload(routes.world, { field: 'CommercialInvoice', name: 'invoice.pdf', content: paper })
  const wallet = { walletAddress: walletOf(asset), walletMemo: '' }
  const files = [{ type: 'CommercialInvoice' as const, upload: file }]
  granted(await confirmShipment(deps(), { sellerId, transactionId: txid, files, ...wallet }))
}

async function form({ id, asset }: Presented, fields: Record<string, string> = {}) {
  return {
    intent: 'review',
    approval: 'Approved',
    seenAddress: walletOf(asset),
    seenMemo: '',
    seenDocuments: (await seenDocuments(routes.world, id)).join(' '),
    checkedWallet: 'on',
    ...fields,
  }
}

const begin = async (trade: Presented, fields: Record<string, string> = {}) =>
  routes.settlement({ by: routes.buyer, txid: trade.txid, fields: await form(trade, fields) })

const draftOf = (trade: Presented, userId = trade.buyerId) => findDraftToSign(deps(), { escrowId: trade.id, userId })

async function drafted(trade: Presented) {
  await begin(trade)
  const draft = await draftOf(trade)
  if (draft === null) throw new Error('nothing is to be signed')
  return draft
}

async function standing({ id }: OnchainTrade) {
  const escrow = await findEscrow(deps().db, id)
  const letters = await deps().db.outboxLetter.findMany({ where: { escrowId: id }, select: { content: true } })
  const kinds = letters.map(({ content }) => (content as { letter: string }).letter)
  const told = kinds.filter((kind) => kind === 'documents_approved' || kind === 'hold_sign')
  return {
    approval: escrow?.documentApprovalStatus,
    exits: (await settlements.exitsOf({ id } as OnchainTrade)).length,
    told,
  }
}
const NOTHING = { approval: 'Pending', exits: 0, told: [] }

test.each(['XLM', 'USDC'] as const)(
  'of %s: the form leads to the wallet, the signature approves, and nobody else is asked',
  async (asset) => {
    const trade = await presented(asset)
    expect(await begin(trade)).toEqual({ said: null })
    expect(await standing(trade)).toEqual(NOTHING)
    const { approval, exit } = await routes.shownTo(routes.buyer, trade.txid)
    expect([approval?.kind, approval?.wallet, exit]).toEqual(['approval', walletOf(asset, 'buyer'), null])
    expect(await routes.shownTo(routes.seller, trade.txid)).toMatchObject({ approval: null, exit: null })

    const signed = signedBy(routes.world, 'buyer', await drafted(trade))
    const sending = { by: routes.buyer, txid: trade.txid, fields: { intent: 'sign_exit', signed } }
    expect(await routes.send(sending)).toBe(`/held?txid=${trade.txid}&done=sign_exit`)
    expect(await standing(trade)).toEqual({ approval: 'Approved', exits: 1, told: ['documents_approved'] })
    expect((await routes.viewOf(routes.seller, trade.txid)).escrow).toMatchObject({ custody: { isSigning: false } })
    await settlements.followUntilOver(trade)
    expect(await settlements.stageOf(trade)).toBe('released')
    expect(await settlements.exitsOf(trade)).toMatchObject([{ purpose: 'release', state: 'confirmed' }])
  },
)

test('a wallet hands the signature back by itself, again without harm, and nobody else’s is taken', async () => {
  const { world } = routes
  const trade = await presented()
  const draft = await drafted(trade)
  const { approval } = await routes.shownTo(routes.buyer, trade.txid)
  const uri = approval?.uri ?? ''
  for (const name of ['seller', 'friend', 'fee'] as const)
    expect(await routes.handBack(uri, signedBy(world, name, draft))).toMatchObject({ status: 409 })
  expect(await routes.handBack(uri, draft.xdr)).toMatchObject({ status: 409 })
  const stranger = await aSeller(world)
  const sending = { txid: trade.txid, fields: { intent: 'sign_exit', signed: signedBy(world, 'buyer', draft) } }
  expect(await routes.send({ by: stranger, ...sending })).toBe(`/transaction-lookup?txid=${trade.txid}`)
  expect(await routes.send({ by: null, ...sending })).toMatch(/^\/login/)
  expect(await standing(trade)).toEqual(NOTHING)

  const taken = { status: 200, text: 'Signature received. Quayside does the rest.' }
  const signed = signedBy(world, 'buyer', draft)
  expect(await Promise.all([1, 2, 3].map(() => routes.handBack(uri, signed)))).toEqual([taken, taken, taken])
  expect(await standing(trade)).toMatchObject({ approval: 'Approved', exits: 1 })
  await settlements.followUntilOver(trade)
  expect(await settlements.stageOf(trade)).toBe('released')
})

test('what the seller presents after the form was sent is not approved by the signature', async () => {
  const trade = await presented()
  const draft = await drafted(trade)
  await present(trade, 'Invoice 2')
  expect(await draftOf(trade)).toBeNull()
  const back = { escrowId: trade.id, xdr: signedBy(routes.world, 'buyer', draft) }
  expect(await signApproval(deps(), back)).toEqual({ refused: 'documents_changed', field: undefined })
  expect(await standing(trade)).toEqual(NOTHING)
  // Read again and sent again, the same bytes approve the new documents.
  const again = await drafted(trade)
  expect(again.hash).toBe(draft.hash)
  granted(await signApproval(deps(), back))
  expect(await standing(trade)).toMatchObject({ approval: 'Approved', exits: 1 })
})

test('a dispute, a rejection or the last ten minutes leave nothing for the signature to approve', async () => {
  const disputed = await presented()
  const first = await drafted(disputed)
  granted(await openDispute(deps(), { escrowId: disputed.id, userId: disputed.sellerId, reason: 'no answer' }))
  expect(await draftOf(disputed)).toBeNull()
  const xdr = signedBy(routes.world, 'buyer', first)
  expect(await signApproval(deps(), { escrowId: disputed.id, xdr })).toMatchObject({ refused: 'in_dispute' })

  const rejected = await presented()
  const second = await drafted(rejected)
  await begin(rejected, { approval: 'Rejected', reason: 'wrong ship' })
  expect(await draftOf(rejected)).toBeNull()
  const late = { escrowId: rejected.id, xdr: signedBy(routes.world, 'buyer', second) }
  expect(await signApproval(deps(), late)).toMatchObject({ refused: 'decision_changed' })
  expect(await standing(rejected)).toMatchObject({ approval: 'Rejected', exits: 0 })

  const dated = await presented()
  const third = await drafted(dated)
  const { deadline } = await deps().db.hold.findUniqueOrThrow({ where: { escrowId: dated.id } })
  const then = { ...deps(), clock: { now: () => new Date(deadline.getTime() - 599_000) } }
  const tooLate = { escrowId: dated.id, xdr: signedBy(routes.world, 'buyer', third) }
  expect(await signApproval(then, tooLate)).toMatchObject({ refused: 'exit_date_near' })
  expect(await standing(dated)).toEqual(NOTHING)
})

test('neither the form nor its workflow approves without the signature, and a seller begins nothing', async () => {
  const trade = await presented()
  const seen = { ...reviewOf(trade), seenDocuments: await seenDocuments(routes.world, trade.id) }
  expect(await reviewDocuments(deps(), seen)).toEqual({ refused: 'approval_to_sign', field: 'approval' })
  expect(await draftApproval(deps(), { ...seen, buyerId: trade.sellerId })).toEqual({ refused: 'escrow_not_found' })
  expect(await begin(trade, { sure: 'yes' })).toEqual({ said: null })
  expect(await begin(trade, { checkedWallet: '', seenAddress: walletOf('XLM', 'friend') })).toMatchObject({
    refused: expect.stringMatching(/wallet/),
  })
  expect(await standing(trade)).toEqual(NOTHING)
})

test('a server that does not answer, or is in doubt, begins nothing; the form is kept', async () => {
  const trade = await presented()
  const { clock, db, accounts } = deps()
  const doubt = { cause: 'other_history', detail: 'seen', since: clock.now() } as const
  await db.cursorStop.create({ data: { network: 'stellar', account: accounts.stellar.escrow, ...doubt } })
  try {
    expect(await begin(trade)).toEqual({ refused: 'stellar_unavailable', field: 'approval' })
  } finally {
    await db.cursorStop.deleteMany()
  }
  routes.world.harbour.faults.set({ target: 'horizon', kind: 'drop_before', match: 'GET /accounts' })
  try {
    expect(await begin(trade)).toEqual({ refused: 'stellar_unavailable', field: 'approval' })
  } finally {
    routes.world.harbour.faults.clear()
  }
  expect(await draftOf(trade)).toBeNull()
})

test('a signature and a dispute at the same moment: one of both counts', async () => {
  const trade = await presented()
  const draft = await drafted(trade)
  const xdr = signedBy(routes.world, 'buyer', draft)
  const [signed, disputed] = await Promise.all([
    signApproval(deps(), { escrowId: trade.id, xdr }),
    openDispute(deps(), { escrowId: trade.id, userId: trade.sellerId, reason: 'no answer' }),
  ])
  const isApproved = !('refused' in signed)
  expect('refused' in disputed).toBe(isApproved)
  expect(await standing(trade)).toMatchObject({ exits: isApproved ? 1 : 0 })
})

test('a signature that is stored is followed to the end after a crash', async () => {
  const trade = await presented()
  granted(
    await signApproval(deps(), { escrowId: trade.id, xdr: signedBy(routes.world, 'buyer', await drafted(trade)) }),
  )
  const dead = { ...deps(), keepers: { ...deps().keepers, stellar: undefined } }
  await expect(settlements.follow(trade, dead)).rejects.toThrow()
  await settlements.followUntilOver(trade)
  expect(await settlements.stageOf(trade)).toBe('released')
})

/** Does what the deadline of the examination does. */
async function acceptBySilence({ id: escrowId }: OnchainTrade): Promise<void> {
  await inTransaction(deps().db, async (tx) => {
    await lockEscrow(tx, escrowId)
    const now = deps().clock.now()
    await storeExamination(tx, { escrowId, approval: 'Approved', reason: null, rejected: [], decidedAt: now })
    await releaseWhenDue(tx, await lockEscrow(tx, escrowId), now)
  })
}

const decideForSeller = async (trade: OnchainTrade) => {
  granted(await weighTrade(routes.world, trade, 'release'))
}

test.each([
  ['silence', acceptBySilence],
  ['a decision', decideForSeller],
])('a release that begins by %s takes the signature itself, whatever was drafted before', async (_, begin_) => {
  const trade = await presented()
  const draft = await drafted(trade)
  await begin_(trade)
  const { exit } = await routes.shownTo(routes.buyer, trade.txid)
  // The same bytes: the account uses the same sequence number, and pays the same wallet.
  expect(deps().held.stellar.readHash(exit?.xdr ?? '')).toBe(draft.hash)
  const signed = signedBy(routes.world, 'buyer', draft)
  expect(await routes.handBack(exit?.uri ?? '', signed)).toMatchObject({ status: 200 })
  const [stored] = await settlements.exitsOf(trade)
  expect(await deps().db.holdSignature.count({ where: { exitId: stored?.id ?? '' } })).toBe(1)
  await settlements.followUntilOver(trade)
  expect(await settlements.stageOf(trade)).toBe('released')
})

test('whoever signs when a release has begun at the same moment is told to look again, and nothing is lost', async () => {
  const trade = await presented()
  const draft = await drafted(trade)
  await acceptBySilence(trade)
  const back = { escrowId: trade.id, xdr: signedBy(routes.world, 'buyer', draft) }
  expect(await signApproval(deps(), back)).toEqual({ refused: 'exit_not_open' })
  await settlements.sign(trade)
  await settlements.followUntilOver(trade)
  expect(await settlements.stageOf(trade)).toBe('released')
})
