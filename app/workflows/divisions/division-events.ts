import type { StoredDivision } from '#app/db/divisions/divisions.server.ts'
import type { DivisionAnswer, DivisionKind } from '#app/domain/divisions/division.ts'
import type { EscrowEvent } from '#app/domain/kernel/audit-events.ts'
import { plain } from '#app/domain/kernel/money.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'

type Moment = 'proposed' | Exclude<DivisionAnswer, 'superseded'>

/** How the history names what happens to a division. What supersedes one is an event itself. */
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
