import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { PaymentQr } from './payment-qr.tsx'

export function FoldedQr(props: Pick<ComponentProps<typeof PaymentQr>, 'uri' | 'drawing' | 'stamp'>) {
  const { t } = useTranslation()
  return (
    <Disclosure summary={t('escrow.deposit.qr')} noPrint>
      <PaymentQr {...props} size={160} />
    </Disclosure>
  )
}
