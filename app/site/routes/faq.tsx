import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { gapOf } from '#app/kernel/i18n/format.ts'
import { FAQ_LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { QuestionList } from '#app/kernel/ui/frames/disclosure.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { LinkedText } from '#app/kernel/ui/text/linked-text.tsx'
import { translatorFor, wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { settleWords } from '#app/languages/i18n/settled-words.ts'
import { LanguageSelect } from '#app/languages/ui/language-select.tsx'
import { config, deps } from '#app/runtime.server.ts'
import { ledgerQuestion, withLedgers } from '#app/site/i18n/ledger-words.server.ts'
import { holdingLedgers, offeringLedgers } from '#app/trade/onchain/domain/offered.ts'

export const handle: PageHandle = { title: 'pages.faq', description: 'meta.faq' }

export async function loader({ request }: LoaderFunctionArgs) {
  const language = await readerLanguage(request)
  // The 11 languages of the spec, and the reader's own if it is another one.
  const languages = FAQ_LANGUAGES.includes(language) ? FAQ_LANGUAGES : [...FAQ_LANGUAGES, language]
  const { help, held, groups, ...text } = settleWords(wordsOf(language, 'faq'), config.words)
  const ledgers = holdingLedgers(deps)
  const offering = offeringLedgers(deps)
  const more = [
    ...(offering.length > 0 ? [ledgerQuestion(offering, language)] : []),
    { question: help.question, answer: helpIn(language) },
  ]
  const told = groups.map(({ title, items }) => ({ title, items: withLedgers(items, { ledgers, language }) }))
  return { languages, text, groups: told, more }
}

/** How soon support answers, and what it costs, as far as the owner has stated it. */
function helpIn(language: Language): string {
  const t = translatorFor(language, 'faq')
  const { hours, phone, answerDays, decisionDays } = config.company
  return [
    t('help.write'),
    answerDays && t('help.answer', { count: answerDays }),
    hours && t('help.hours', { hours }),
    phone && t('help.phone', { phone }),
    decisionDays && t('help.decision', { count: decisionDays }),
    t('help.free'),
  ]
    .filter(Boolean)
    .join(gapOf(language))
}

/** The group that pages with money link to; it ends with who holds the money, and what depends on settings. */
const WRONG = 4

export default function Faq() {
  const { t } = useTranslation()
  const { languages, text, groups, more } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead title={text.title} actions={<LanguageSelect languages={languages} label={t('read.language')} />} />
      {groups.map(({ title, items }, place) => (
        <section key={title} className="group" id={place === WRONG ? 'wrong' : undefined}>
          <h2>{title}</h2>
          <QuestionList
            items={(place === WRONG ? [...items, ...more] : items).map(({ question, answer }) => ({
              question,
              answer: <LinkedText text={answer} />,
            }))}
          />
        </section>
      ))}
      <Actions after>
        <ButtonLink look="line" size="small" to="/contact">
          {t('read.ask')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
