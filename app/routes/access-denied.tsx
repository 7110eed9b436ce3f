import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { Actions, PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

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
