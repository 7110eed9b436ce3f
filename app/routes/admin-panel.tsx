import type { LoaderFunctionArgs } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import { PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { requireAdmin } from '#app/web/viewer.server.ts'

export const handle: PageHandle = { title: 'pages.adminPanel' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

export default function AdminPanel() {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('pages.adminPanel')} lead={t('admin.panel')} />
    </Read>
  )
}
