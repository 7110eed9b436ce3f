import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPrice, formatRate } from '#app/i18n/kernel/format.ts'
import { LANGUAGES } from '#app/i18n/kernel/languages.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import type { Fact } from '#app/ui/kernel/frames/facts.tsx'
import { Amount, Usd } from '#app/ui/kernel/text/amount.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { PriceSource } from '#app/ui/prices/price-source.tsx'
import type { AskedFact } from './asked-fact.ts'

/** The facts of a question in words; the amount that is sent is the line that sums them up. */
export function useFactRows(): (facts: readonly AskedFact[]) => Fact[] {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
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
