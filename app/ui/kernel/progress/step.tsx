import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Where a page stands on a buyer's way to a funded escrow: the fee, the trade, the money. */
export function Step({ now, children }: { now: 1 | 2 | 3; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <b>{t(`ui.step.${now}`)}</b> {children}
    </>
  )
}
