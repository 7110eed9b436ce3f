import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { wordingOf } from '#app/domain/accounts/service-terms.ts'
import { legalText } from '#app/i18n/site/legal-text.server.ts'
import { config } from '#app/runtime.server.ts'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { LegalPage } from '#app/ui/site/legal-page.tsx'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'

export const handle: PageHandle = { title: 'pages.privacy', description: 'meta.privacy' }

export async function loader({ request }: LoaderFunctionArgs) {
  const wording = wordingOf(new URL(request.url).searchParams.get('version'))
  return { text: legalText('privacy', { language: await readerLanguage(request), settings: config.words, wording }) }
}

const OWNER = { title: 'company.privacyTitle', parts: ['name', 'address', 'register', 'phone'] } as const

export default function Privacy() {
  return <LegalPage text={useLoaderData<typeof loader>().text} path="/privacy" owner={OWNER} />
}
