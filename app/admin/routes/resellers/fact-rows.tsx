import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatPrice, formatRate } from '#app/kernel/i18n/format.ts'
import { LANGUAGES } from '#app/kernel/i18n/languages.ts'
import type { Fact } from '#app/kernel/ui/frames/facts.tsx'
import { Amount, Usd } from '#app/kernel/ui/text/amount.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { PriceSource } from '#app/prices/ui/price-source.tsx'
import type { AskedFact } from './asked-fact.ts'

/** Turns the facts of a confirmation into text; the amount to send is the line that sums them up. */
export function useFactRows(): (facts: readonly AskedFact[]) => Fact[] {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const labels: Record<AskedFact['is'], string> = {
    name: t('screening.facts.name'),
    email: common('login.email'),
    language: t('resellers.language'),
    paidIn: t('resellers.paidIn'),
    wallet: t('screening.wallet'),
    memo: t('cases.facts.memo'),
    code: t('resellers.code'),
    discount: t('resellers.discount'),
    commission: t('resellers.commission'),
    count: common('reseller.earnings'),
    usd: common('reseller.earnings'),
    price: t('resellers.price'),
    amount: t('cases.assign.payment'),
    hash: t('cases.facts.hash'),
    why: t('resellers.takeBackWhy'),
  }
  function shown(fact: AskedFact): ReactNode {
    switch (fact.is) {
      case 'wallet':
      case 'hash':
        return <Code value={fact.value} {...(fact.is === 'hash' && { group: 8, size: 'small' as const })} />
      case 'memo':
        return fact.value ?? t('cases.facts.noMemo')
      case 'language':
        return LANGUAGES[fact.value].name
      case 'discount':
      case 'commission':
        return formatRate(fact.value, i18n.language)
      case 'usd':
        return <Usd value={fact.value} />
      case 'amount':
        return <Amount value={fact.value} asset={fact.asset} />
      case 'price':
        return formatPrice(fact.value, i18n.language)
      case 'why':
        return common(`reseller.why.${fact.value}`)
      default:
        return fact.value
    }
  }
  return (facts) =>
    facts.map((fact) => ({
      label: labels[fact.is],
      value: shown(fact),
      ...(fact.is === 'price' && { detail: <PriceSource source={fact.source} at={fact.at} as="age" /> }),
      total: fact.is === 'amount',
    }))
}
