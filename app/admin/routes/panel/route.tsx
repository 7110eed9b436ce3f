import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { AdminNav } from '#app/admin/routes/nav/admin-nav.tsx'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { AdminWords } from './words.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { words: wordsOf(await readerLanguage(request), 'desk') }
}

/** The messages never change, and every page checks by itself who asks. */
export const shouldRevalidate = () => false

export default function AdminPanel() {
  const { words } = useLoaderData<typeof loader>()
  return (
    <AdminWords words={words}>
      <AdminNav />
      <Outlet />
    </AdminWords>
  )
}
