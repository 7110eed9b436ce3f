import { useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import type { loader as rootLoader } from '#app/root.tsx'

export const handle: PageHandle = { title: 'access.title' }

export default function AccessDenied() {
  const { t } = useTranslation()
  const viewer = useRouteLoaderData<typeof rootLoader>('root')?.viewer ?? null
  return (
    <Read>
      <PageHead title={t('access.title')} lead={t('access.text')} />
      {viewer && <p>{t('home.welcome', { name: viewer.name, role: t(`home.role.${viewer.role ?? 'unknown'}`) })}</p>}
      <Actions>
        {!viewer && <ButtonLink to="/login">{t('nav.login')}</ButtonLink>}
        <ButtonLink look="line" to="/">
          {t('access.home')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
