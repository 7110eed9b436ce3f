import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { holdingLedgers } from '#app/domain/held/offered.ts'
import { INSTRUCTIONS_LANGUAGES } from '#app/i18n/kernel/languages.ts'
import { wordsOf } from '#app/i18n/languages/i18n.server.ts'
import { settleWords } from '#app/i18n/languages/settled-words.ts'
import { config, deps } from '#app/runtime.server.ts'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { StepList } from '#app/ui/kernel/page/step-list.tsx'
import { LinkedText } from '#app/ui/kernel/text/linked-text.tsx'
import { LanguageSelect } from '#app/ui/languages/language-select.tsx'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'

/** The ticker's call to action leads here, so it is not offered here. */
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
