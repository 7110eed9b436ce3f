import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type CompanyPart, companyFacts } from '#app/i18n/kernel/company.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { LinkedText } from '#app/ui/kernel/text/linked-text.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { CompanyFacts } from './company.tsx'
import { useCompany } from './use-company.ts'

export type LegalText = {
  title: string
  /** The day of the last change, ISO 8601. */
  updated: string
  version: string
  /** Which text prevails; null where this is that text. */
  prevails: string | null
  sections: { title: string; paragraphs: string[] }[]
}

type Owner = { title: ParseKeys<'common'>; parts: readonly CompanyPart[] }

/** Terms and privacy policy, and last who is behind them, where that is stated. The sections are numbered, so that a letter can name one. */
export function LegalPage({ text, owner }: { text: LegalText; owner: Owner }) {
  const { t } = useTranslation()
  const company = useCompany()
  return (
    <Read>
      <PageHead
        title={text.title}
        lead={
          <>
            <MomentSentence at={text.updated} as="day" text={(time) => t('read.updated', { time })} /> {text.version}
          </>
        }
      />
      {text.prevails && (
        <Note>
          <p>{text.prevails}</p>
        </Note>
      )}
      {text.sections.map((section, index) => (
        <section key={section.title} className="prose" id={`section-${index + 1}`}>
          <h2>
            {index + 1}. {section.title}
          </h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <LinkedText text={paragraph} />
            </p>
          ))}
        </section>
      ))}
      {company && companyFacts(company, owner.parts).length > 0 && (
        <section className="prose" id="owner">
          <h2>
            {text.sections.length + 1}. {t(owner.title)}
          </h2>
          <CompanyFacts parts={owner.parts} />
        </section>
      )}
    </Read>
  )
}
