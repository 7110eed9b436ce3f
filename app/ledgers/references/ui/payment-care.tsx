import { useTranslation } from 'react-i18next'
import { type Asset, factsOfNetwork } from '#app/kernel/domain/assets.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'

type PaymentCareProps = {
  asset: Asset
  /** Plain decimal. */
  amount: string
  /** Plain decimals: a small test payment, and what is still due after it. */
  test: { amount: string; rest: string } | null
}

/** What goes wrong with payments: the wrong network, an exchange's fee, no wallet that opens. And how to test first. */
export function PaymentCare({ asset, amount, test }: PaymentCareProps) {
  const { t, i18n } = useTranslation()
  const { name, native } = factsOfNetwork(asset)
  const network = `${name} (${native})`
  const shown = (value: string) => formatAmount(value, asset, i18n.language)
  const strong = { b: <strong /> }
  return (
    <Disclosure summary={t('payment.exchange.title')} noPrint>
      <ol className="care small">
        <li>
          <RichText text={t('payment.exchange.network', { network })} components={strong} />
        </li>
        <li>{t('payment.exchange.amount', { amount: shown(amount) })}</li>
        <li>{t('ui.qr.else')}</li>
      </ol>
      {test && (
        <p className="small">
          <RichText
            text={t('payment.tryFirst', { test: shown(test.amount), rest: shown(test.rest) })}
            components={strong}
          />
        </p>
      )}
    </Disclosure>
  )
}
