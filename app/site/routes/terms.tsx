import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { wordingOf } from '#app/accounts/domain/service-terms.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { config, deps } from '#app/runtime.server.ts'
import { termsText } from '#app/site/i18n/legal-text.server.ts'
import { LegalPage } from '#app/site/ui/legal-page.tsx'
import { holdingLedgers } from '#app/trade/onchain/domain/offered.ts'

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
