import { useTranslation } from 'react-i18next'
import { useServiceFee } from '#app/fees/ui/use-service-fee.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'

const STEPS = ['fee', 'open', 'ship', 'examine', 'release'] as const

/** Beside the form that opens an account: who does what, and when the money moves. */
export function WhatFollows() {
  const { t } = useTranslation()
  const serviceFee = useServiceFee()
  return (
    <Sheet title={t('home.steps.title')} className="small">
      <ol className="follows">
        {STEPS.map((step) => (
          <li key={step}>
            <b>{t(`home.steps.list.${step}.title`)}</b>{' '}
            <span className="muted">{t(`home.steps.list.${step}.who`)}</span>
            <p className="muted">
              {step === 'fee' ? t(`home.steps.list.fee.text.${serviceFee}`) : t(`home.steps.list.${step}.text`)}
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
