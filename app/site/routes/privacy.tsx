import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { wordingOf } from '#app/accounts/domain/service-terms.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { config } from '#app/runtime.server.ts'
import { legalText } from '#app/site/i18n/legal-text.server.ts'
import { LegalPage } from '#app/site/ui/legal-page.tsx'

export const handle: PageHandle = { title: 'pages.privacy', description: 'meta.privacy' }

export async function loader({ request }: LoaderFunctionArgs) {
  const wording = wordingOf(new URL(request.url).searchParams.get('version'))
  return { text: legalText('privacy', { language: await readerLanguage(request), settings: config.words, wording }) }
}

const OWNER = { title: 'company.privacyTitle', parts: ['name', 'address', 'register', 'phone'] } as const

export default function Privacy() {
  return <LegalPage text={useLoaderData<typeof loader>().text} path="/privacy" owner={OWNER} />
}
