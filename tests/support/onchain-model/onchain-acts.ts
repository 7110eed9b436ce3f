/** An on-chain escrow of the model test: people's acts through the product, and the visible result. */
import { randomUUID } from 'node:crypto'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { DUST_BELOW } from '#app/ledgers/payments/domain/dust.ts'
import { proposeDivision } from '#app/trade/divisions/workflows/propose-division.server.ts'
import { offerReduction } from '#app/trade/documents/workflows/reduce-price.server.ts'
import { type DocumentReview, reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { findConditions } from '#app/trade/onchain/db/drafts.server.ts'
import { findApprovalDraft } from '#app/trade/onchain/db/signing/approval-drafts.server.ts'
import { agreeToOnchain } from '#app/trade/onchain/workflows/agreeing/agree-to-onchain.server.ts'
import { draftApproval } from '#app/trade/onchain/workflows/approving/draft-approval.server.ts'
import { signApproval } from '#app/trade/onchain/workflows/approving/sign-approval.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { settlementToSign, signSettlement } from '#app/trade/onchain/workflows/sign-settlement.server.ts'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import { act, type Cast, findFacts, lookAt, type Trade } from '#tests/support/escrow-model/escrow-acts.ts'
import { newBook, shareOf, type Wallet } from '#tests/support/escrow-model/escrow-book.ts'
import { kindOn } from '#tests/support/escrow-model/escrow-divisions.ts'
import { agreementOf, clearTrade, deposit, pollDeposits } from '#tests/support/onchain/holds.ts'
import { signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { escrowOf, walletOf } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'
import { amidMeddling, type Paid } from './meddling.ts'
import { mayBeSent, type OnchainAct, type OnchainBook, type OnchainFacts, toSellerOf } from './onchain-model.ts'
import { workOnce } from './onchain-work.ts'

export const DAYS = 16
const DAY_MS = 86_400_000

export type OnchainRun = { world: World; trade: Trade; held: OnchainBook }

export async function openOnchainTrade(
  world: World,
  of: { asset: Asset; amount: string; cast: Cast },
): Promise<OnchainRun> {
  const { asset, amount, cast } = of
  const wallet = (name: 'seller' | 'friend' | 'buyer'): Wallet => ({ address: walletOf(asset, name), memo: '' })
  const { escrowId, transactionId } = await escrowOf(world, {
    buyer: cast.buyer,
    asset,
    amount,
    sellerEmail: cast.seller.email,
    walletAddress: wallet('seller').address,
    buyerWalletAddress: wallet('buyer').address,
    heldBy: 'ledger',
    heldUntil: writeDay(new Date(world.deps.clock.now().getTime() + DAYS * DAY_MS)),
  })
  const { account, reference } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const book = newBook({
    amount: new Decimal(amount),
    unit: new Decimal(asset === 'XRP' ? '0.000001' : '0.0000001'),
    dustBelow: DUST_BELOW[asset],
    isNamed: true,
    sellerWallets: [wallet('seller'), wallet('friend')],
    buyerWallets: [wallet('buyer'), wallet('buyer')],
  })
  const trade = { asset, escrowId, transactionId, account, reference: String(reference), cast, book }
  // An on-chain escrow refunds the wallet that made the deposit: nobody needs to state one.
  const held = { asset, book: { ...book, refundTo: wallet('buyer') }, agreed: null, signed: [], isSent: false }
  return { world, trade, held }
}

/** Who gets a share of the settlement, and in which wallet the seller does. */
export function paidBy(held: OnchainBook): Paid {
  const toSeller = toSellerOf(held) ?? new Decimal(0)
  return { seller: toSeller.gt(0), buyer: toSeller.lt(held.book.amount), sellerName: sellerNameOf(held) }
}

export function sellerNameOf({ agreed }: OnchainBook): 'seller' | 'friend' {
  return agreed === 1 ? 'friend' : 'seller'
}

/** Acts through the workflows, as the routes do. Returns 'ok' or the refusal code. */
export async function actOnchain({ world, trade, held }: OnchainRun, what: OnchainAct): Promise<string> {
  const answered = await ask({ world, trade: { ...trade, book: held.book }, held }, what)
  if (typeof answered === 'string') return answered
  return isRefusal(answered) ? answered.refused : 'ok'
}

async function ask(run: OnchainRun, what: OnchainAct): Promise<unknown> {
  const { world, trade, held } = run
  const { escrowId, cast } = trade
  const { deps } = world
  const payee = held.book.payee ?? held.book.sellerWallets[0]
  const seenWallet = { address: payee.address, memo: null }
  switch (what.kind) {
    case 'agree': {
      const wallet = held.book.sellerWallets[what.wallet]
      return agreeToOnchain(deps, { escrowId, sellerId: cast[what.by].id, wallet, isAccepted: true })
    }
    case 'lock':
      return depositAs(run, what.what)
    case 'sign': {
      const signing = { escrowId, userId: cast[what.by].id }
      const found = await settlementToSign(deps, signing)
      if (isRefusal(found)) return found
      const name = what.by === 'buyer' || held.agreed === 0 ? what.by : 'friend'
      return signSettlement(deps, { ...signing, xdr: signedBy(world, name, found) })
    }
    case 'work':
      return mayBeSent(held) && !held.isSent
        ? amidMeddling(world, trade, paidBy(held), () => workOnce(world, trade, what.trouble))
        : null
    case 'review': {
      const { papers } = await lookAt(world, trade)
      return review(run, {
        hasCheckedWallet: true,
        escrowId,
        buyerId: cast.buyer.id,
        approval: what.approval,
        reason: what.reason,
        rejected: what.rejects ? ['PackingList'] : [],
        seenWallet: what.view === 'other wallet' ? { ...seenWallet, address: 'another' } : seenWallet,
        seenDocuments: what.view === 'other paper' ? [...papers, randomUUID()] : papers,
      })
    }
    case 'propose': {
      const sellerAmount = shareOf(held.book, what.percent).toFixed()
      const of = { escrowId, userId: cast[what.by].id, sellerAmount, words: '', wallet: null, hasCheckedWallet: true }
      if (kindOn(held.book) === 'offer') return proposeDivision(deps, { ...of, kind: 'offer' })
      const { papers: seenDocuments } = await lookAt(world, trade)
      return offerReduction(deps, { ...of, seenWallet, seenDocuments })
    }
    default:
      return act(world, { trade, page: await lookAt(world, trade), what })
  }
}

/** Reviews by the form; a two-signature account's approval is signed with the buyer's wallet as well. */
async function review({ world }: OnchainRun, typed: DocumentReview): Promise<unknown> {
  const answered = await reviewDocuments(world.deps, typed)
  if (!isRefusal(answered) || answered.refused !== 'approval_to_sign') return answered
  const { escrowId } = typed
  const drafted = await draftApproval(world.deps, typed)
  const draft = await findApprovalDraft(world.deps.db, escrowId)
  if (drafted !== null || draft === null) throw new Error(`nothing is to be signed for ${escrowId}`)
  return signApproval(world.deps, { escrowId, xdr: signedBy(world, 'buyer', draft) })
}

/** The worker prepares the agreement, the wallet makes the deposit, and the worker finds it. */
async function depositAs({ world, trade, held }: OnchainRun, what: 'right' | 'less' | 'former'): Promise<void> {
  if (held.agreed === null) return
  const { escrowId, asset, cast } = trade
  const { db } = world.deps
  const where = { escrowId, supersededAt: null, openedAt: { not: null } }
  for (const deadline = Date.now() + PATIENCE_MS; (await db.holdAgreement.count({ where })) === 0; ) {
    await prepareAgreements(world.deps, { network: networkOf(asset) })
    // Nothing is prepared for a cancelled escrow.
    if (held.book.isCancelled) return
    if (Date.now() > deadline) throw new Error(`nothing was prepared for ${escrowId}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await clearTrade(world, escrowId)
  const agreement = await agreementOf(world, { escrowId, asset, buyerId: cast.buyer.id, sellerId: cast.seller.id })
  if (what === 'right') await deposit(world, agreement)
  if (what === 'less') await deposit(world, agreement, { amount: agreement.terms.amount.minus(held.book.unit) })
  if (what === 'former') {
    // Whoever kept the former transaction can still sign it.
    const former = await db.holdAgreement.findFirst({
      where: { ...where, supersededAt: { not: null } },
      orderBy: [{ agreedAt: 'desc' }, { id: 'desc' }],
    })
    if (!former) return
    // A transaction that was never offered is in no wallet.
    if (asset === 'XRP' && (await findConditions(db, { agreementId: former.id })).length === 0) return
    const { id, account, sellerWallet } = former
    await deposit(world, { ...agreement, id, account }, { sellerWallet })
  }
  await pollDeposits(world)
}

/** The product's facts, from its rows. */
export async function findOnchainFacts({ world, trade }: OnchainRun): Promise<OnchainFacts> {
  const { refundTo, owed, letters, ...facts } = await findFacts(world, trade)
  const { db } = world.deps
  const { escrowId } = trade
  const agreement = await db.holdAgreement.findFirst({ where: { escrowId, supersededAt: null } })
  const exits = await db.transfer.findMany({
    where: { escrowId, state: { not: 'dead' } },
    include: { settlement: true },
  })
  const [exit] = exits
  if (exits.length > 1 || owed.length > 0) throw new Error(`${escrowId} is paid twice`)
  return {
    ...facts,
    agreed: agreement?.sellerWallet ?? null,
    shares: exit?.settlement
      ? { seller: exit.settlement.toSeller.toFixed(), buyer: exit.settlement.toBuyer.toFixed() }
      : null,
  }
}
