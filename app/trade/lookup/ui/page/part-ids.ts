import type { SettleIntent } from '#app/escrow/domain/settle-intents.ts'
import { PAGE_PARTS, type PagePart } from '#app/trade/lookup/domain/places-of.ts'

/** The id of a part on the page, as letters name it. */
export function idOfPart(part: PagePart): string {
  return part === 'ways_out' ? 'settle' : part.replaceAll('_', '-')
}

/** What the address of a page asks for with `?part=`; null: nothing that a page has. */
export function partOfId(id: string | null): PagePart | null {
  return PAGE_PARTS.find((part) => idOfPart(part) === id) ?? null
}

const FORMS: Partial<Record<SettleIntent, PagePart>> = {
  cancel: 'ways_out',
  ask_refund: 'ways_out',
  open_dispute: 'ways_out',
  name_seller: 'other_seller',
  invite_again: 'other_seller',
  state_wallet: 'refund_wallet',
  change_wallet: 'change_wallet',
  propose_division: 'division',
  ask_time: 'dates',
  propose_amendment: 'terms',
  make_view_link: 'view_links',
  end_view_link: 'view_links',
}

/** Where the form of it stands: a refusal opens its fold. Null: on the page itself. */
export function partOfIntent(intent: SettleIntent): PagePart | null {
  return FORMS[intent] ?? null
}
