import type { EscrowEvent } from '#app/kernel/domain/audit-events.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { StoredDivision } from '#app/trade/divisions/db/divisions.server.ts'
import type { DivisionAnswer, DivisionKind } from '#app/trade/divisions/domain/division.ts'

type Moment = 'proposed' | Exclude<DivisionAnswer, 'superseded'>

/** The event of each act in the history. What supersedes a split writes an event of its own. */
const EVENTS: Record<DivisionKind, Record<Moment, EscrowEvent>> = {
  offer: { proposed: 'offer_made', agreed: 'offer_accepted', declined: 'offer_declined', withdrawn: 'offer_withdrawn' },
  reduction: {
    proposed: 'reduction_offered',
    agreed: 'reduction_agreed',
    declined: 'reduction_declined',
    withdrawn: 'reduction_withdrawn',
  },
}

export function divisionEvent(
  moment: Moment,
  { kind, shares, words }: Pick<StoredDivision, 'kind' | 'shares'> & { words?: string },
  by: Reader,
) {
  const detail = { by, seller: plain(shares.seller), buyer: plain(shares.buyer), ...(words && { reason: words }) }
  return { kind: EVENTS[kind][moment], detail }
}
