/** The settlements of an on-chain escrow: run as the worker does, and read as stored. */
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import type { UnsignedTransaction } from '#app/ledgers/onchain.ts'
import { type SettlementKind, settlementOf } from '#app/trade/onchain/domain/settlement.ts'
import { followSettlement } from '#app/trade/onchain/workflows/follow-settlement.server.ts'
import { settlementToSign, signSettlement } from '#app/trade/onchain/workflows/sign-settlement.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { granted } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'
import { agreementOf, type OnchainTrade, signedBy, until } from './onchain-trades.ts'

export function watchSettlements(of: () => World) {
  const db = () => of().deps.db
  const watched = {
    follow: ({ id: escrowId }: OnchainTrade, deps: WorkerDeps = of().deps) => followSettlement(deps, { escrowId }),
    async stageOf({ id }: OnchainTrade) {
      const escrow = await findEscrow(db(), id)
      return escrow && stageOf(escrow.facts)
    },
    exitsOf: ({ id }: OnchainTrade) =>
      db().transfer.findMany({
        where: { escrowId: id, lockId: { not: null } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    attemptsOf: ({ id }: OnchainTrade) =>
      db().transferAttempt.findMany({
        where: { exit: { escrowId: id } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    lockOf: ({ id }: OnchainTrade) => db().holdLock.findFirstOrThrow({ where: { escrowId: id, counts: true } }),
    async eventsOf({ id }: OnchainTrade, among: readonly string[]) {
      const events = await db().auditEvent.findMany({ where: { escrowId: id, kind: { in: [...among] } } })
      return events.map(({ kind }) => kind).toSorted()
    },
    async followUntilOver(trade: OnchainTrade): Promise<void> {
      await until(async () => {
        await watched.follow(trade)
        return (await watched.lockOf(trade)).end !== null
      }, 'the ledger holds it no more')
    },
    /** Signs the settlement as a side's wallet is asked to. */
    async sign(trade: OnchainTrade, side: 'buyer' | 'seller' = 'buyer'): Promise<void> {
      const of_ = { escrowId: trade.id, userId: side === 'buyer' ? trade.buyerId : trade.sellerId }
      const transaction = granted(await settlementToSign(of().deps, of_))
      granted(await signSettlement(of().deps, { ...of_, xdr: signedBy(of(), side, transaction) }))
    },
  }
  return watched
}

/** Signed by both parties, without Quayside. */
export function signedByBoth({ deps }: World, { xdr, hash }: UnsignedTransaction): string {
  const signatures = (['buyer', 'seller'] as const).map((name) => {
    const key = stellarPlayKey(name)
    const signature = Buffer.from(key.sign(Buffer.from(hash, 'hex'))).toString('base64')
    return { address: key.publicKey(), signature }
  })
  return deps.held.stellar.withSignatures(xdr, signatures)
}

/** Wraps what both have signed in a fee bump, and sends it. */
export async function sendWrapped({ deps }: World, xdr: string): Promise<void> {
  const wrapped = await deps.keepers.stellar?.wrap(xdr)
  await deps.held.stellar.send(wrapped?.blob ?? '')
}

/** The two-signature account of a trade: its next sequence number, and the balance that it may claim. */
export async function accountOf({ deps }: Pick<World, 'deps'>, trade: OnchainTrade) {
  const { terms, account, trustees } = await agreementOf({ deps }, trade.id)
  const { balanceId } = await deps.db.holdLock.findFirstOrThrow({ where: { escrowId: trade.id, counts: true } })
  if (!account || !trustees || !balanceId) throw new Error('nothing is locked')
  const state = await deps.held.stellar.readAccount(terms, { ...trustees, account })
  return { terms, account, balanceId, sequence: state?.nextSequence ?? '' }
}

/** A settlement that both parties make without Quayside. */
export async function leaveBySides(world: World, trade: OnchainTrade, kind: SettlementKind): Promise<void> {
  const { held } = world.deps
  const { terms, ...from } = await accountOf(world, trade)
  await sendWrapped(world, signedByBoth(world, held.stellar.writeExit(settlementOf(terms, kind, from))))
  await until(async () => (await held.stellar.findClaim(from.balanceId)) !== null, 'the two have taken it out')
}
