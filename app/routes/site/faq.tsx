import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FAQ_LANGUAGES } from '#app/i18n/kernel/languages.ts'
import { wordsOf } from '#app/i18n/languages/i18n.server.ts'
import { settleWords } from '#app/i18n/languages/settled-words.ts'
import { config } from '#app/runtime.server.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { QuestionList } from '#app/ui/kernel/frames/disclosure.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { LinkedText } from '#app/ui/kernel/text/linked-text.tsx'
import { LanguageSelect } from '#app/ui/languages/language-select.tsx'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'

export const handle: PageHandle = { title: 'pages.faq', description: 'meta.faq' }

export async function loader({ request }: LoaderFunctionArgs) {
  const language = await readerLanguage(request)
  // The selector offers the 11 of the spec; whoever came with another language finds that one, too.
  const languages = FAQ_LANGUAGES.includes(language) ? FAQ_LANGUAGES : [...FAQ_LANGUAGES, language]
  return { languages, text: settleWords(wordsOf(language, 'faq'), config.words) }
}

export default function Faq() {
  const { t } = useTranslation()
  const { languages, text } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead
        title={text.title}
        lead={text.lead}
        actions={<LanguageSelect languages={languages} label={t('read.language')} />}
      />
      {text.groups.map(({ title, items }) => (
        <section key={title} className="group">
          <h2>{title}</h2>
          <QuestionList
            items={items.map(({ question, answer }) => ({ question, answer: <LinkedText text={answer} /> }))}
          />
        </section>
      ))}
      <Actions after>
        <span>{t('read.stillOpen')}</span>
        <ButtonLink look="line" size="small" to="/contact">
          {t('read.ask')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
