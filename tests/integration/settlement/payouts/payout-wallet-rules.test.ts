/** The payout wallet of an approved escrow: what the database enforces, whatever the code does (decision 004). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Transaction } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aFundedEscrow, agree, refundOf } from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, anEnvelopeOf, at, releaseOf } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 4 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

type Row = { id: string; payoutId: string }

const NONE = { proposedPayoutAddress: null, proposedPayoutMemo: null, proposedPayoutAt: null }

/** A release to 'G' that waits for its wallet. */
async function aBlockedRelease(reason = 'wallet_deposit_auth'): Promise<Row> {
  const { id } = await aDueEscrow(db)
  const { id: payoutId } = await payOut(db, releaseOf(id))
  await db.transfer.update({ where: { id: payoutId }, data: { state: 'blocked', blockedReason: reason } })
  return { id, payoutId }
}

const propose = (to: Database | Transaction, { id }: Row, address = 'N', memo: string | null = null) =>
  to.escrow.update({
    where: { id },
    data: { proposedPayoutAddress: address, proposedPayoutMemo: memo, proposedPayoutAt: at },
  })

async function aProposal(address = 'N', memo: string | null = null): Promise<Row> {
  const row = await aBlockedRelease()
  await propose(db, row, address, memo)
  return row
}

const setWallet = (to: Database | Transaction, { id }: Row, address: string, memo: string | null = null) =>
  to.escrow.update({ where: { id }, data: { payoutAddress: address, payoutMemo: memo } })
const redirect = (to: Database | Transaction, { payoutId }: Row, address: string, memo: string | null = null) =>
  to.transfer.update({ where: { id: payoutId }, data: { address, memo, state: 'queued', blockedReason: null } })
const goOn = (to: Database | Transaction, { payoutId }: Row) =>
  to.transfer.update({ where: { id: payoutId }, data: { state: 'queued', blockedReason: null } })
const sign = async ({ payoutId }: Row) => db.transferAttempt.create({ data: await anEnvelopeOf(db, payoutId) })

const take = (row: Row, address: string, memo: string | null = null) =>
  db.$transaction(async (tx) => {
    await setWallet(tx, row, address, memo)
    await redirect(tx, row, address, memo)
  })

describe('another wallet is proposed', () => {
  test('only while the release waits for its wallet', async () => {
    const due = await aDueEscrow(db)
    const open = { id: due.id, payoutId: '' }
    await expect(propose(db, open)).rejects.toThrow(/does not wait for a wallet/)
    open.payoutId = (await payOut(db, releaseOf(due.id))).id
    await expect(propose(db, open)).rejects.toThrow(/does not wait for a wallet/)
    await expect(propose(db, await aBlockedRelease('payout_failed'))).rejects.toThrow(/does not wait for a wallet/)
    await expect(aDueEscrow(db, { proposedPayoutAddress: 'N', proposedPayoutAt: at })).rejects.toThrow(
      /does not wait for a wallet/,
    )
    const blocked = await aBlockedRelease()
    await propose(db, blocked)
    await propose(db, blocked, 'O', '7')
  })

  test('never for money that goes back', async () => {
    const { id } = await aFundedEscrow(db)
    await agree(db, id)
    const { id: payoutId } = await payOut(db, refundOf(id))
    await db.transfer.update({
      where: { id: payoutId },
      data: { state: 'blocked', blockedReason: 'wallet_deposit_auth' },
    })
    await expect(propose(db, { id, payoutId })).rejects.toThrow(/does not wait for a wallet/)
  })

  test('never beside an envelope that could pay', async () => {
    const row = await aBlockedRelease()
    await sign(row)
    await expect(propose(db, row)).rejects.toThrow(/does not wait for a wallet/)
  })

  test.each([{ proposedPayoutAddress: 'N' }, { proposedPayoutAt: at }, { proposedPayoutMemo: '7' }])(
    'whole: not %o alone',
    async (data) => {
      const { id } = await aBlockedRelease()
      await expect(db.escrow.update({ where: { id }, data })).rejects.toThrow(/escrow_proposal_is_whole/)
    },
  )

  test('until the release goes on, or fails for another reason', async () => {
    const mended = await aProposal()
    await goOn(db, mended)
    expect(await db.escrow.findUniqueOrThrow({ where: { id: mended.id } })).toMatchObject(NONE)
    const failed = await aProposal('N', '7')
    await db.transfer.update({ where: { id: failed.payoutId }, data: { blockedReason: 'payout_failed' } })
    expect(await db.escrow.findUniqueOrThrow({ where: { id: failed.id } })).toMatchObject(NONE)
    const other = await aProposal()
    await db.transfer.update({ where: { id: other.payoutId }, data: { blockedReason: 'wallet_tag_required' } })
    expect(await db.escrow.findUniqueOrThrow({ where: { id: other.id } })).toMatchObject({ proposedPayoutAddress: 'N' })
  })
})

describe('the wallet of an approved escrow', () => {
  test('becomes the proposed one together with its release, and the proposal ends', async () => {
    const row = await aProposal('N', '7')
    await take(row, 'N', '7')
    expect(await db.escrow.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({
      payoutAddress: 'N',
      payoutMemo: '7',
      ...NONE,
    })
    expect(await db.transfer.findUniqueOrThrow({ where: { id: row.payoutId } })).toMatchObject({
      address: 'N',
      memo: '7',
      state: 'queued',
    })
    await expect(take(row, 'N', '8')).rejects.toThrow(/has been settled/)
  })

  test('does not change without a proposal', async () => {
    await expect(take(await aBlockedRelease(), 'N')).rejects.toThrow(/has been settled/)
  })

  test.each([
    ['another address', 'O', null],
    ['another memo', 'N', '8'],
    ['no memo', 'N', null],
  ])('does not become %s than proposed', async (_, address, memo) => {
    const row = await aProposal('N', '7')
    await expect(take(row, address, memo)).rejects.toThrow(/has been settled/)
    await expect(redirect(db, row, address, memo)).rejects.toThrow(/owes no release/)
  })

  test('does not become what is proposed by the same statement', async () => {
    const { id } = await aProposal()
    const data = { payoutAddress: 'O', proposedPayoutAddress: 'O', proposedPayoutAt: at }
    await expect(db.escrow.update({ where: { id }, data })).rejects.toThrow(/has been settled/)
  })

  test('does not change alone, and neither does its release', async () => {
    const row = await aProposal()
    await expect(setWallet(db, row, 'N')).rejects.toThrow(/goes to another wallet/)
    await expect(redirect(db, row, 'N')).rejects.toThrow(/owes no release/)
    const half = db.$transaction(async (tx) => {
      await setWallet(tx, row, 'N')
      await goOn(tx, row)
    })
    await expect(half).rejects.toThrow(/goes to another wallet/)
    expect(await db.transfer.findUniqueOrThrow({ where: { id: row.payoutId } })).toMatchObject({
      address: 'G',
      state: 'blocked',
    })
  })

  test('does not change with anything else of the decision', async () => {
    const { id } = await aProposal()
    const data = { payoutAddress: 'N', documentApprovalStatus: 'Pending' as const }
    await expect(db.escrow.update({ where: { id }, data })).rejects.toThrow(/has been settled/)
  })

  test('does not change while the release is queued, nor once it was signed', async () => {
    const row = await aProposal()
    await goOn(db, row)
    await expect(take(row, 'N')).rejects.toThrow(/has been settled/)
    await sign(row)
    await db.transfer.update({ where: { id: row.payoutId }, data: { state: 'signed' } })
    await expect(take(row, 'N')).rejects.toThrow(/has been settled/)
    await expect(db.transfer.update({ where: { id: row.payoutId }, data: { address: 'N' } })).rejects.toThrow(
      /is on its way/,
    )
  })

  test('does not change beside an envelope that could pay', async () => {
    const row = await aProposal()
    await sign(row)
    await expect(take(row, 'N')).rejects.toThrow(/has been settled/)
  })

  test('changes once when two take it, and a release that goes on at the same moment is first or last', async () => {
    for (const [first, second] of [
      [take, take],
      [(row: Row) => goOn(db, row), take],
      [take, (row: Row) => goOn(db, row)],
    ]) {
      const row = await aProposal()
      const answers = await Promise.allSettled([first!(row, 'N'), second!(row, 'N')])
      const release = await db.transfer.findUniqueOrThrow({ where: { id: row.payoutId } })
      const escrow = await db.escrow.findUniqueOrThrow({ where: { id: row.id } })
      expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
      expect(release).toMatchObject({ state: 'queued', address: escrow.payoutAddress })
      expect(escrow).toMatchObject(NONE)
    }
  })
})
