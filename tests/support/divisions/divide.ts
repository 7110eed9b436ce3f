/** Proposals and answers of agreed splits by the people of one world. By default they must succeed. */

import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { acceptOffer } from '#app/trade/disputes/workflows/accept-offer.server.ts'
import type { DivisionKind } from '#app/trade/divisions/domain/division.ts'
import { declineDivision, withdrawDivision } from '#app/trade/divisions/workflows/answer-division.server.ts'
import { proposeDivision } from '#app/trade/divisions/workflows/propose-division.server.ts'
import { agreeToReduction, offerReduction } from '#app/trade/documents/workflows/reduce-price.server.ts'
import type { Cast, Trade } from '#tests/support/settlement/settlement.ts'
import { seenDocuments, walletOf } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'

type By = { userId?: string; wallet?: TypedWallet | null; hasCheckedWallet?: boolean }

export function dividers(world: World, { buyer, seller }: Pick<Cast, 'buyer' | 'seller'>) {
  const { deps } = world
  const nameOf = { buyer: buyer.id, seller: seller.id }
  const forBuyer = ({ wallet = null, hasCheckedWallet = true }: By) => ({ wallet, hasCheckedWallet })
  const people = {
    /** In a dispute. */
    offer: (
      { escrowId }: Trade,
      of: { by: 'buyer' | 'seller'; seller: string; words?: string; kind?: DivisionKind } & By,
    ) =>
      proposeDivision(deps, {
        escrowId,
        userId: of.userId ?? nameOf[of.by],
        kind: of.kind ?? 'offer',
        sellerAmount: of.seller,
        words: of.words ?? '',
        ...forBuyer(of),
      }),
    /** A lower price, for the current documents and payout wallet. */
    reduce: async ({ escrowId, asset }: Trade, of: { seller: string; words?: string; seenAddress?: string } & By) =>
      offerReduction(deps, {
        escrowId,
        userId: of.userId ?? buyer.id,
        sellerAmount: of.seller,
        words: of.words ?? '',
        seenWallet: { address: of.seenAddress ?? walletOf(asset), memo: null },
        seenDocuments: await seenDocuments(world, escrowId),
        ...forBuyer(of),
      }),
    /** The open split of this side; throws when there is none. */
    async openOf({ escrowId }: Trade, side: 'buyer' | 'seller'): Promise<string> {
      return (await deps.db.division.findFirstOrThrow({ where: { escrowId, side, answer: null } })).id
    },
    accept: ({ escrowId }: Trade, divisionId: string, of: { by: 'buyer' | 'seller' } & By) =>
      acceptOffer(deps, { escrowId, userId: of.userId ?? nameOf[of.by], divisionId, ...forBuyer(of) }),
    agree: ({ escrowId }: Trade, divisionId: string, userId = seller.id) =>
      agreeToReduction(deps, { escrowId, userId, divisionId }),
    decline: ({ escrowId }: Trade, divisionId: string, by: 'buyer' | 'seller') =>
      declineDivision(deps, { escrowId, userId: nameOf[by], divisionId }),
    withdraw: ({ escrowId }: Trade, divisionId: string, by: 'buyer' | 'seller') =>
      withdrawDivision(deps, { escrowId, userId: nameOf[by], divisionId }),
    /** Oldest first: the side, the seller's share, and the answer. */
    async all({ escrowId }: Trade): Promise<string[]> {
      const rows = await deps.db.division.findMany({
        where: { escrowId },
        orderBy: [{ proposedAt: 'asc' }, { id: 'asc' }],
      })
      return rows.map(({ side, sellerAmount, answer }) => `${side} ${sellerAmount.toFixed()} ${answer ?? 'open'}`)
    },
  }
  return people
}
