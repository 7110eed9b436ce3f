import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { wordingOf } from '#app/domain/accounts/service-terms.ts'
import { holdingLedgers } from '#app/domain/held/offered.ts'
import { termsText } from '#app/i18n/site/legal-text.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { LegalPage } from '#app/ui/site/legal-page.tsx'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'

export const handle: PageHandle = { title: 'footer.terms', description: 'meta.terms' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ledgers = holdingLedgers(deps)
  const wording = wordingOf(new URL(request.url).searchParams.get('version'))
  const language = await readerLanguage(request)
  return { text: termsText({ language, settings: config.words, wording, ledgers }) }
}

const OWNER = { title: 'company.termsTitle', parts: ['name', 'address', 'register', 'licence', 'law'] } as const

export default function Terms() {
  return <LegalPage text={useLoaderData<typeof loader>().text} path="/terms" owner={OWNER} />
}
