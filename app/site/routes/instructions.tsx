import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { INSTRUCTIONS_LANGUAGES } from '#app/kernel/i18n/languages.ts'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { StepList } from '#app/kernel/ui/page/step-list.tsx'
import { LinkedText } from '#app/kernel/ui/text/linked-text.tsx'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { settleWords } from '#app/languages/i18n/settled-words.ts'
import { LanguageSelect } from '#app/languages/ui/language-select.tsx'
import { config, deps } from '#app/runtime.server.ts'
import { holdingLedgers } from '#app/trade/onchain/domain/offered.ts'

/** The ticker's call to action leads here, so this page leaves it out. */
export const handle: PageHandle = { title: 'nav.instructions', description: 'meta.instructions', ticker: 'no-cta' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { held, ...text } = settleWords(wordsOf(await readerLanguage(request), 'instructions'), config.words)
  return { text, held: holdingLedgers(deps).length > 0 ? held : null }
}

export default function Instructions() {
  const { t } = useTranslation()
  const { text, held } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead
        title={text.title}
        actions={<LanguageSelect languages={INSTRUCTIONS_LANGUAGES} label={t('read.language')} />}
      />
      <StepList id="buyer" title={text.buyerTitle} steps={text.buyer} />
      <StepList id="seller" title={text.sellerTitle} steps={text.seller} />
      {held && <p className="fine">{held}</p>}
      <p className="fine">
        <LinkedText text={text.more} />
      </p>
    </Read>
  )
}
