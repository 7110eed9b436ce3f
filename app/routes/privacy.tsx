import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { legalText } from '#app/i18n/legal-text.server.ts'
import { LegalPage } from '#app/ui/legal-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { readerLanguage } from '#app/web/reader.server.ts'

export const handle: PageHandle = { title: 'pages.privacy', description: 'meta.privacy' }

export async function loader({ request }: LoaderFunctionArgs) {
  return { text: legalText('privacy', await readerLanguage(request)) }
}

export default function Privacy() {
  return <LegalPage text={useLoaderData<typeof loader>().text} />
}
