/** Creates transfers for settlements (docs/decisions/142); settlement/payouts/db and trade/onchain/db move them. */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, custodyFactsOf, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { EscrowPurpose } from '#app/kernel/domain/payout-state.ts'
import type { OnchainSettlementKind, SettlementShares } from '#app/settlement/custody/domain/settlement.ts'
import { openSettlement } from './settlements.server.ts'

type NewPayout = {
  escrowId: string
  settlementId: string
  purpose: EscrowPurpose
  network: Network
  asset: Asset
  amount: Decimal
  address: string
  memo: string | null
}

/**
 * Throws a unique-constraint error when the escrow has a release or refund already. Throws a trigger's error when the
 * payout is no share of the settlement, or more than came in.
 */
export async function createPayout(tx: Transaction, payout: NewPayout): Promise<{ id: string }> {
  return tx.transfer.create({ data: { ...payout, amount: plain(payout.amount) }, select: { id: true } })
}

type NewSettlement = {
  escrowId: string
  lockId: string
  asset: Asset
  kind: OnchainSettlementKind
  shares: SettlementShares
  at: Date
}

/**
 * Creates the transfer with the settlement of these shares. Throws a unique-constraint error while another one has not
 * failed, and a trigger's error when the record gives no right to it or the date is too near.
 */
export async function createSettlement(tx: Transaction, exit: NewSettlement): Promise<{ id: string }> {
  const { escrowId, lockId, asset, kind: purpose, shares, at } = exit
  const settlementId = await openSettlement(tx, { escrowId, shares, at })
  return tx.transfer.create({
    data: {
      ...{ escrowId, lockId, settlementId, purpose, asset },
      network: networkOf(asset),
      amount: plain(shares.seller.plus(shares.buyer)),
      // On the XRP Ledger no signatures are collected.
      state: custodyFactsOf(asset).settledBy === 'signatures' ? 'collecting' : 'ready',
      paidFrom: null,
      createdAt: at,
    },
    select: { id: true },
  })
}
