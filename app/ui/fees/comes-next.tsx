import { useTranslation } from 'react-i18next'

/** The way after the fee, so that nobody takes it for the payment of the goods. */
export function ComesNext() {
  const { t } = useTranslation()
  return (
    <section className="sheet">
      <header>
        <h2>{t('payment.next.title')}</h2>
      </header>
      <ol className="steps">
        {(['fee', 'open', 'fund', 'ship'] as const).map((step) => (
          <li key={step}>
            <p>{t(`payment.next.${step}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
