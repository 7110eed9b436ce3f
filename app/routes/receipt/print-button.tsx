import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Without JavaScript there is none: browsers print from their own menu. */
export function PrintButton() {
  const { t } = useTranslation()
  if (!useHydrated()) return null
  return (
    <Button type="button" look="line" onClick={() => window.print()}>
      {t('receipt.print')}
    </Button>
  )
}
