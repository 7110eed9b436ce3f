import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'

export const handle: PageHandle = { title: 'pages.accessDenied' }

export default function AccessDenied() {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('access.title')} lead={t('access.text')} />
      <Actions>
        <ButtonLink look="line" to="/">
          {t('access.home')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
