/** How a dispute ends in the Admin Panel: each way to the last stroop, once, and only with both wallets stated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { decideDispute } from '#app/trade/disputes/workflows/decide-dispute.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import {
  type AdminPanelOf,
  type Disputed,
  disputed,
  openDesk,
  operator,
  refusalOf,
  type Sent,
} from '#tests/support/settlement/admin.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let olga: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  olga = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const ofDispute = ({ disputeId }: Pick<Disputed, 'disputeId'>): Sent => ({
  person: olga,
  params: { disputeId },
})
const escrowRow = ({ escrowId }: Disputed) =>
  world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { transfers: true, disputes: true } })

/** Returns the confirmation's fields, as the form's hidden fields send them. */
async function agreed(of: Disputed, fields: Record<string, string>): Promise<Record<string, string>> {
  const answer = await desk.dispute.action(await desk.ask(ofDispute(of), fields))
  if (!('sure' in answer) || !answer.sure) throw new Error(`not asked once more: ${JSON.stringify(answer)}`)
  const { wallets } = answer.sure
  return {
    ...fields,
    sure: 'yes',
    sellerAddress: wallets.seller?.address ?? '',
    sellerMemo: wallets.seller?.memo ?? '',
    buyerAddress: wallets.buyer?.address ?? '',
    buyerMemo: wallets.buyer?.memo ?? '',
  }
}

describe('a dispute', () => {
  it('is listed once, with all that is needed to decide', async () => {
    const of = await disputed(world, { asset: 'USDC', amount: '1200.0000001' })
    const { list } = await desk.disputes.loader(await desk.ask({ person: olga }))
    expect(list.rows.filter(({ id }) => id === of.disputeId)).toHaveLength(1)
    const page = await desk.dispute.loader(await desk.ask(ofDispute(of)))
    expect(page.desk).toMatchObject({
      buyer: { email: of.buyer.email },
      seller: { email: of.seller.email, isBound: true },
      view: {
        amount: '1200.0000001',
        payoutWallet: { address: walletOf('USDC') },
        refundWallet: { address: walletOf('USDC', 'second-buyer') },
        documents: [{ type: 'BillOfLading', fileName: 'bill.pdf' }],
      },
    })
    expect(page.dispute).toMatchObject({ reason: 'Half of the bags are wet.', openedBy: 'buyer', ended: null })
  })

  it.each([
    ['release', '', { release: '30.0000003' }],
    ['refund', '', { refund: '30.0000003' }],
    ['split', '10.0000001', { release: '10.0000001', refund: '20.0000002' }],
    ['split', '30.0000002', { release: '30.0000002', refund: '0.0000001' }],
    ['dismissed', '', {}],
  ] as const)(
    'ends with %s %s: every stroop goes where the operator said',
    async (decision, sellerAmount, expected) => {
      const of = await disputed(world, { asset: 'XLM', amount: '30.0000003' })
      const fields = { decision, sellerAmount, note: 'Both were heard.' }
      const asked = await desk.dispute.action(await desk.ask(ofDispute(of), fields))
      const named = 'sure' in asked ? asked.sure?.shares : undefined
      expect(named).toEqual(
        decision === 'dismissed'
          ? null
          : {
              seller: '0',
              buyer: '0',
              ...('release' in expected && { seller: expected.release }),
              ...('refund' in expected && { buyer: expected.refund }),
            },
      )
      expect((await escrowRow(of)).transfers).toEqual([])

      const answer = await desk.dispute.action(await desk.ask(ofDispute(of), await agreed(of, fields)))
      if (!(answer instanceof Response)) throw new Error(`refused: ${JSON.stringify(answer)}`)
      expect(answer.headers.get('Location')).toBe(`/admin-panel/disputes/${of.disputeId}?decided=1`)
      const { transfers: payouts, disputes: rows } = await escrowRow(of)
      expect(Object.fromEntries(payouts.map(({ purpose, amount }) => [purpose, amount.toFixed()]))).toEqual(expected)
      const paid = payouts.reduce((sum, { amount }) => sum.plus(amount.toFixed()), new Decimal(0))
      expect(paid.toFixed()).toBe(decision === 'dismissed' ? '0' : '30.0000003')
      expect(rows).toMatchObject([{ decision, decidedById: olga.id, note: 'Both were heard.' }])
      const { list } = await desk.disputes.loader(await desk.ask({ person: olga, path: '/x?state=decided' }))
      expect(list.rows.find(({ id }) => id === of.disputeId)?.ended?.as).toBe(decision)
      const page = await desk.dispute.loader(await desk.ask(ofDispute(of)))
      expect(page.dispute.ended).toMatchObject({ as: decision, by: 'An operator' })
    },
  )

  it('pays both wallets of a split, and shows the payouts with their hashes', async () => {
    const of = await disputed(world, { asset: 'XRP', amount: '25.000001' })
    const before = [await balance('seller'), await balance('second-buyer')]
    const fields = { decision: 'split', sellerAmount: '10.5', note: 'Half each, nearly.' }
    await desk.dispute.action(await desk.ask(ofDispute(of), await agreed(of, fields)))
    await world.workUntil(async () => {
      const { transfers: payouts } = await escrowRow(of)
      return payouts.length === 2 && payouts.every(({ state }) => state === 'confirmed')
    }, 'both shares are paid')
    const after = [await balance('seller'), await balance('second-buyer')]
    expect(after.map((has, side) => has.minus(before[side] ?? 0).toFixed())).toEqual(['10.5', '14.500001'])
    const { desk: shown } = await desk.dispute.loader(await desk.ask(ofDispute(of)))
    expect(shown.view.payouts.map(({ hash }) => hash)).toEqual([expect.any(String), expect.any(String)])
    expect(shown.view.stage).toBe('split')
  })

  it('is not decided without a decision, reasons, or a share that divides', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const note = 'Both were heard.'
    for (const [fields, refused] of [
      [{ note }, 'decision_required'],
      [{ decision: 'withdrawn', note }, 'decision_required'],
      [{ decision: 'release', note: ' ' }, 'decision_note_required'],
      ...['', '0', '20', '21', '-1', '1e1', '1.00000001', 'half'].map(
        (sellerAmount) => [{ decision: 'split', sellerAmount, note }, 'split_invalid'] as const,
      ),
    ] as const) {
      expect(
        refusalOf(await desk.dispute.action(await desk.ask(ofDispute(of), { ...fields }))),
        JSON.stringify(fields),
      ).toBe(refused)
      // Nor by somebody who skips the confirmation.
      const sure = { ...fields, sure: 'yes' }
      expect(refusalOf(await desk.dispute.action(await desk.ask(ofDispute(of), sure))), JSON.stringify(sure)).toBe(
        refused,
      )
    }
    expect((await escrowRow(of)).disputes).toMatchObject([{ decision: null }])
  })

  it('pays nobody who has not said where to', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20', isConfirmed: false, hasRefundWallet: false })
    const decide = async (decision: string) =>
      refusalOf(
        await desk.dispute.action(await desk.ask(ofDispute(of), { decision, sellerAmount: '5', note: 'Heard.' })),
      )
    expect(await decide('release')).toBe('seller_wallet_missing')
    expect(await decide('refund')).toBe('refund_wallet_missing')
    expect(await decide('split')).toBe('seller_wallet_missing')
    const wallet = { address: walletOf('XLM', 'second-buyer'), memo: '' }
    granted(await stateRefundWallet(world.deps, { escrowId: of.escrowId, buyerId: of.buyer.id, wallet }))
    const refund = { decision: 'refund', note: 'Nothing was shipped.' }
    await desk.dispute.action(await desk.ask(ofDispute(of), await agreed(of, refund)))
    expect((await escrowRow(of)).transfers).toMatchObject([{ purpose: 'refund', address: wallet.address }])
  })

  it('counts for the wallets that were named: one that changed meanwhile is read again first', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const fields = await agreed(of, { decision: 'refund', note: 'Nothing was shipped.' })
    const wallet = { address: walletOf('XLM', 'friend'), memo: '' }
    granted(await stateRefundWallet(world.deps, { escrowId: of.escrowId, buyerId: of.buyer.id, wallet }))
    expect(refusalOf(await desk.dispute.action(await desk.ask(ofDispute(of), fields)))).toBe('decision_wallet_changed')
    expect((await escrowRow(of)).transfers).toEqual([])
  })

  it('is decided once, however often and by whomever the button is pressed', async () => {
    const of = await disputed(world, { asset: 'XLM', amount: '20' })
    const split = await agreed(of, { decision: 'split', sellerAmount: '5', note: 'Heard.' })
    const release = await agreed(of, { decision: 'release', note: 'Heard.' })
    const args = await Promise.all([split, release, split].map((fields) => desk.ask(ofDispute(of), fields)))
    const answers = await Promise.all(args.map((sent) => desk.dispute.action(sent)))
    expect(answers.filter((answer) => answer instanceof Response)).toHaveLength(1)
    expect(answers.map(refusalOf).filter(Boolean)).toEqual(['dispute_not_open', 'dispute_not_open'])
    const { transfers: payouts } = await escrowRow(of)
    const paid = payouts.reduce((sum, { amount }) => sum.plus(amount.toFixed()), new Decimal(0))
    expect(paid.toFixed()).toBe('20')
    expect(refusalOf(await desk.dispute.action(await desk.ask(ofDispute(of), release)))).toBe('dispute_not_open')
  })

  it('of another escrow does not lend its decision', async () => {
    const [one, other] = [
      await disputed(world, { asset: 'XLM', amount: '20' }),
      await disputed(world, { asset: 'XLM', amount: '20' }),
    ]
    const decided = await decideDispute(world.deps, {
      escrowId: one.escrowId,
      operatorId: olga.id,
      disputeId: other.disputeId,
      decision: 'release',
      sellerAmount: '',
      note: 'Heard.',
      seen: { seller: null, buyer: null },
    })
    expect(decided).toMatchObject({ refused: 'dispute_not_open' })
    expect((await escrowRow(one)).transfers).toEqual([])
  })
})

async function balance(of: 'seller' | 'second-buyer'): Promise<Decimal> {
  const response = await fetch(`${world.harbour.origin}/api/balances?account=${walletOf('XRP', of)}`)
  const { XRP } = (await response.json()) as { XRP: string }
  return new Decimal(XRP)
}
