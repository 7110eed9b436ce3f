import type { SettleIntent } from '#app/escrow/domain/settle-intents.ts'
import { PAGE_PARTS, type PagePart } from '#app/trade/lookup/domain/places-of.ts'

/** HTML id of a part; emails link to it. */
export function idOfPart(part: PagePart): string {
  return part === 'ways_out' ? 'settle' : part.replaceAll('_', '-')
}

/** The part of `?part=`. Null: unknown. */
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

/** The part that contains the form: a refusal opens its fold. Null: not in a fold. */
export function partOfIntent(intent: SettleIntent): PagePart | null {
  return FORMS[intent] ?? null
}
