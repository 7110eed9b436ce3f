import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { StepList } from '#app/kernel/ui/page/step-list.tsx'
import { LinkedText } from '#app/kernel/ui/text/linked-text.tsx'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'

export const handle: PageHandle = { title: 'pages.wallets', description: 'meta.wallets' }

export async function loader({ request }: LoaderFunctionArgs) {
  return { text: wordsOf(await readerLanguage(request), 'wallets') }
}

export default function Wallets() {
  const { text } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead title={text.title} />
      <StepList id="stellar" title={text.stellarTitle} steps={text.stellar} />
      <StepList id="xrpl" title={text.xrplTitle} steps={text.xrpl} />
      <StepList id="care" title={text.careTitle} steps={text.care} />
      <p className="fine">
        <LinkedText text={text.more} />
      </p>
    </Read>
  )
}
