import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { PagePart } from '#app/trade/lookup/domain/places-of.ts'

export const WALLET_TITLES = {
  goes: 'lookup.wallets.title',
  went: 'lookup.wallets.paidTitle',
  stated: 'lookup.wallets.stated',
} as const

const TITLES = {
  time_request: 'dates.title',
  other_wallet: 'otherWallet.title',
  pay: 'payment.send',
  held: 'pages.held',
  paid_out: 'lookup.out.title',
  dispute: 'lookup.settle.dispute.open',
  refund: 'lookup.settle.refund.open',
  waiver: 'examination.waive.ask',
  unreadable: 'examination.unreadable.heading',
  terms: 'terms.title',
  present: 'lookup.ways.present',
  documents: 'escrow.documents.title',
  decision: 'lookup.ways.decide',
  invite: 'share.title',
  refund_wallet: 'lookup.settle.wallet.title',
  change_wallet: 'seller.changeWallet.title',
  other_seller: 'lookup.seller.title',
  ways_out: 'lookup.settle.title',
  facts: 'escrow.facts.title',
  held_facts: 'held.facts.title',
  dates: 'dates.title',
  rounds: 'examination.title',
  deposit: 'escrow.deposit.title',
  confirmation: 'lookup.confirmation',
  history: 'escrow.history',
  view_links: 'viewLink.title',
} as const satisfies Record<Exclude<PagePart, 'division' | 'wallets'>, string>

/** Title of a part where a fold or link leads to it. */
export function useTitleOf({ mayDivide, divisions, parts, owedBack, currency }: PartyView) {
  const { t, i18n } = useTranslation()
  return (part: PagePart): string => {
    if (part === 'division') {
      return mayDivide ? t(`division.make.${mayDivide}`) : t(`division.title.${divisions[0]?.kind ?? 'offer'}`)
    }
    if (part === 'refund_wallet' && owedBack !== '0') {
      return t('lookup.settle.wallet.owedTitle', { amount: formatAmount(owedBack, currency, i18n.language) })
    }
    if (part === 'wallets') return t(WALLET_TITLES[parts.wallets.is])
    if (part === 'decision' && parts.decision.is === 'closed') return t('lookup.decision.title')
    return t(TITLES[part])
  }
}
