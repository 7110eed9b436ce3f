/** Emails about splits: to the other side when one is proposed or declined, to both when it is agreed. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { queueToBoth, sellersSide } from '#app/notices/workflows/queue-email.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import type { DivisionKind, Shares } from '#app/trade/divisions/domain/division.ts'

type Told = { escrow: StoredEscrow; kind: DivisionKind; divisionId: string; shares: Shares; now: Date }
type ByOne = Told & { by: string; side: Reader }

type Proposal = ByOne & { words: string; accepts: boolean }

export async function notifyOfProposal(tx: Transaction, { words, accepts, ...told }: Proposal): Promise<void> {
  const content = { letter: 'division', ...facts(told), words, proposedBy: told.side, accepts } as const
  await notifyOther(tx, { ...told, moment: 'proposed', content })
}

export async function notifyOfDeclining(tx: Transaction, told: ByOne): Promise<void> {
  const content = { letter: 'division_answered', ...facts(told), answer: 'declined' } as const
  await notifyOther(tx, { ...told, moment: 'declined', content })
}

/** To both: the money of both moves. */
export async function notifyOfAgreement(tx: Transaction, told: Told): Promise<void> {
  const { escrow, divisionId, now } = told
  const content = { letter: 'division_answered', ...facts(told), answer: 'agreed' } as const
  await queueToBoth(tx, { event: `division_agreed:${divisionId}`, escrow, now, contentFor: () => content })
}

type Content = Parameters<typeof writeToOther>[1]['content']

async function notifyOther(tx: Transaction, told: ByOne & { moment: string; content: Content }): Promise<void> {
  const { escrow, divisionId, by, side, moment, content, now } = told
  const to = side === 'seller' ? { userId: escrow.buyerId } : sellersSide(escrow, now)
  if (to === null) return
  const event = `division_${moment}:${divisionId}`
  await writeToOther(tx, { event, escrowId: escrow.id, from: by, to, content, now })
}

function facts({ escrow, kind, shares }: Told) {
  return {
    kind,
    txid: escrow.transactionId,
    asset: escrow.currency,
    toSeller: plain(shares.seller),
    toBuyer: plain(shares.buyer),
  }
}
