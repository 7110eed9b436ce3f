import { useTranslation } from 'react-i18next'
import { type Asset, factsOfNetwork } from '#app/domain/kernel/assets.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { RichText } from '#app/ui/kernel/text/rich-text.tsx'

type PaymentCareProps = {
  asset: Asset
  /** Plain decimal. */
  amount: string
  memo: string
  /** Plain decimals: a small payment that can try the way, and what is still due after it. */
  test: { amount: string; rest: string } | null
}

/** What goes wrong when people pay: a memo left out, an exchange's network and its fee. And how to try it first. */
export function PaymentCare({ asset, amount, memo, test }: PaymentCareProps) {
  const { t, i18n } = useTranslation()
  const { name, native, memoKind } = factsOfNetwork(asset)
  const isTag = memoKind === 'tag'
  const network = `${name} (${native})`
  const shown = (value: string) => formatAmount(value, asset, i18n.language)
  const strong = { b: <strong /> }
  return (
    <Note tone="attention">
      <p>
        <RichText text={t(isTag ? 'payment.noteTag' : 'payment.noteMemo', { memo })} components={strong} />
      </p>
      <p>
        <strong>{t('payment.exchange.title')}</strong>
      </p>
      <ol className="care">
        <li>
          <RichText text={t('payment.exchange.network', { network })} components={strong} />
        </li>
        <li>{t(isTag ? 'payment.exchange.tag' : 'payment.exchange.memo')}</li>
        <li>{t('payment.exchange.amount', { amount: shown(amount) })}</li>
      </ol>
      {test && (
        <p>
          <RichText
            text={t('payment.tryFirst', { test: shown(test.amount), rest: shown(test.rest) })}
            components={strong}
          />
        </p>
      )}
    </Note>
  )
}
