/** Releases whose wallet takes no payments any more, and what both sides do about them. */

import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { findEvents } from '#app/kernel/db/audit.server.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { agreeToPayoutWallet } from '#app/settlement/payouts/workflows/wallets/agree-to-payout-wallet.server.ts'
import { proposePayoutWallet } from '#app/settlement/payouts/workflows/wallets/propose-payout-wallet.server.ts'
import type { PlayName } from '#harbour/accounts.ts'
import { granted } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'
import { setDepositAuth, setMemoRequired } from './closed-wallets.ts'
import { holds } from './holdings.ts'
import { askForRound } from './payout-rounds.ts'
import { type Cast, deskOf, type Trade, walletAt } from './settlement.ts'

type Held = 'XLM' | 'XRP'
export type WaitingRelease = Trade & { payoutId: string }

export function waitingReleasesOf(world: World, cast: Cast) {
  const { deps, harbour } = world
  const desk = deskOf(world, cast)
  const closed = new Map<string, () => Promise<void>>()
  const waiting = {
    desk,
    /** A wallet stops taking payments, or takes them again; by default that of 'friend', which releases go to. */
    async setClosed(asset: Held, isOn: boolean, name: PlayName = 'friend'): Promise<void> {
      if (asset === 'XLM') await setMemoRequired({ url: harbour.horizon.url, name, isOn })
      else await setDepositAuth({ url: harbour.rippled.url, name, isOn })
      const key = `${asset} ${name}`
      if (isOn) closed.set(key, () => waiting.setClosed(asset, false, name))
      else closed.delete(key)
    },
    async openAll(): Promise<void> {
      for (const open of [...closed.values()]) await open()
    },
    /** Approved for the wallet of 'friend', and blocked because it takes no payments. */
    async make(asset: Held): Promise<WaitingRelease> {
      const wallet = walletAt(asset, 'friend')
      const trade = await desk.openFunded(asset, '7', { walletAddress: wallet.address })
      granted(await desk.confirm(trade, { wallet }))
      await waiting.setClosed(asset, true)
      granted(await desk.review(trade, 'Approved', wallet))
      await waiting.untilBlocked(trade)
      return { ...trade, payoutId: (await desk.payouts(trade))[0]?.id ?? '' }
    },
    async untilBlocked(trade: Trade): Promise<void> {
      const isBlocked = async () => (await desk.payouts(trade)).some(({ state }) => state === 'blocked')
      await world.workUntil(isBlocked, 'the release waits')
    },
    propose: ({ escrowId }: Trade, wallet: TypedWallet, sellerId = cast.seller.id) =>
      proposePayoutWallet(deps, { escrowId, sellerId, wallet }),
    agree: ({ escrowId }: Trade, { address, memo }: TypedWallet, buyerId = cast.buyer.id) =>
      agreeToPayoutWallet(deps, { escrowId, buyerId, seenWallet: { address, memo: memo || null } }),
    async escrow({ escrowId }: Trade) {
      const escrow = await findEscrow(deps.db, escrowId)
      if (!escrow) throw new Error('there is no such escrow')
      return escrow
    },
    /** Newest first. */
    events: async ({ escrowId }: Trade) => (await findEvents(deps.db, escrowId)).events.map(({ kind }) => kind),
    balance: (asset: Held, name: PlayName) => holds(world, { asset, name }),
    /** As the sweep does. */
    wake: (release: WaitingRelease) => askForRound(deps, release),
  }
  return waiting
}
