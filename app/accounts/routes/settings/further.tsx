import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** Links to pages of their own: wallets, the data copy, closing the account. */
export function Further() {
  const { t } = useTranslation()
  return (
    <>
      <Sheet title={t('settings.wallets.title')} className="stack">
        <p>{t('settings.wallets.lead')}</p>
        <Actions after>
          <ButtonLink look="line" to="/settings/wallets">
            {t('settings.wallets.title')}
          </ButtonLink>
        </Actions>
      </Sheet>
      <Sheet title={t('settings.further')} className="stack">
        <Actions>
          <ButtonLink look="line" to="/settings/export">
            {t('settings.export.title')}
          </ButtonLink>
          <ButtonLink look="line" to="/settings/close">
            {t('settings.close.title')}
          </ButtonLink>
        </Actions>
      </Sheet>
    </>
  )
}
