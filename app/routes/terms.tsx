import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { wordsOf } from '#app/i18n/i18n.server.ts'
import { LegalPage } from '#app/ui/legal-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { readerLanguage } from '#app/web/reader.server.ts'

export const handle: PageHandle = { title: 'pages.terms', description: 'meta.terms' }

export async function loader({ request }: LoaderFunctionArgs) {
  return { text: wordsOf(await readerLanguage(request), 'legal').terms }
}

export default function Terms() {
  return <LegalPage text={useLoaderData<typeof loader>().text} />
}
