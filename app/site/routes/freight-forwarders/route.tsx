import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ownPilotLink } from '#app/accounts/queries/pilot-link.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { wordsOf } from '#app/languages/i18n/i18n.server.ts'
import { settleWords } from '#app/languages/i18n/settled-words.ts'
import { config, deps } from '#app/runtime.server.ts'
import { withLedgers } from '#app/site/i18n/ledger-words.server.ts'
import { ForCustomer } from '#app/site/ui/for-customer.tsx'
import { offeringLedgers } from '#app/trade/onchain/domain/offered.ts'
import { Calculator } from './calculator.tsx'
import { CaseStudy } from './case-study.tsx'
import { Comparison } from './comparison.tsx'
import { Hero } from './hero.tsx'
import { More } from './more.tsx'
import { beforeFields, describeSaving, readQuery } from './saving.server.ts'
import { Benefits, HowItWorks, LastCall, Questions } from './sections.tsx'

export const handle: PageHandle = { title: 'nav.freight', description: 'meta.freight', shore: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const language = await readerLanguage(request)
  const { inputs, texts, ignored } = readQuery(new URL(request.url).searchParams, language)
  const { questions, ...words } = settleWords(wordsOf(language, 'freight'), config.words)
  const list = withLedgers(questions.list, { ledgers: offeringLedgers(deps), language })
  return {
    words: { ...words, questions: { ...questions, list } },
    texts,
    ignored,
    before: beforeFields(inputs),
    origin: config.origin,
    link: await ownPilotLink(deps.db, { viewer: await loadViewer(request), origin: config.origin }),
    saving: describeSaving(inputs, { language, serviceFee: config.serviceFee }),
  }
}

export default function FreightForwarders() {
  const { t } = useTranslation()
  const { words, texts, ignored, before, origin, link, saving } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero words={words.hero} />
      <Comparison words={words.comparison} />
      <Calculator words={words.calculator} {...{ texts, ignored, before, origin, saving }} />
      <More
        parts={[
          { title: words.steps.title, content: <HowItWorks words={words.steps} /> },
          { title: words.benefits.title, content: <Benefits words={words.benefits} /> },
          { title: words.case.label, content: <CaseStudy words={words.case} /> },
          { title: t('customer.title'), content: <ForCustomer link={link} /> },
        ]}
      />
      <Questions words={words.questions} />
      <LastCall words={words.last} pilot={words.hero.pilot} />
    </>
  )
}
