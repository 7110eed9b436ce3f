import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { holdingLedgers } from '#app/domain/held/offered.ts'
import { termsText } from '#app/i18n/site/legal-text.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { LegalPage } from '#app/ui/site/legal-page.tsx'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'

export const handle: PageHandle = { title: 'pages.terms', description: 'meta.terms' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ledgers = holdingLedgers(deps)
  return { text: termsText({ language: await readerLanguage(request), settings: config.words, ledgers }) }
}

const OWNER = { title: 'company.termsTitle', parts: ['name', 'address', 'register', 'licence', 'law'] } as const

export default function Terms() {
  return <LegalPage text={useLoaderData<typeof loader>().text} owner={OWNER} />
}
