import { useTranslation } from 'react-i18next'
import { PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'pages.admin' }

export default function Admin() {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('pages.admin')} lead={t('admin.login')} />
    </Read>
  )
}
