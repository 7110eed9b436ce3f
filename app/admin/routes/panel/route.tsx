import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { DeskNav } from '#app/admin/routes/nav/desk-nav.tsx'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { DeskWords } from './words.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { words: wordsOf(await readerLanguage(request), 'desk') }
}

/** The words stay the same; every page of the desk asks for itself who is there. */
export const shouldRevalidate = () => false

/** The operator's desk: its pages lie beneath each other's links. */
export default function OperatorDesk() {
  const { words } = useLoaderData<typeof loader>()
  return (
    <DeskWords words={words}>
      <DeskNav />
      <Outlet />
    </DeskWords>
  )
}
