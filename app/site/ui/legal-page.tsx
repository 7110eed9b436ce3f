import { Link } from '@remix-run/react'
import type { ParseKeys } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TERMS_VERSION, type Wording } from '#app/accounts/domain/service-terms.ts'
import { SupplementSentence } from '#app/accounts/ui/service-terms.tsx'
import { type CompanyPart, companyFacts } from '#app/kernel/i18n/company.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { LinkedText } from '#app/kernel/ui/text/linked-text.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { LegalParagraph, LegalText } from '#app/site/i18n/legal-text.ts'
import { CompanyFacts } from './company.tsx'
import { useCompany } from './use-company.ts'

type Owner = { title: ParseKeys<'common'>; parts: readonly CompanyPart[] }

/** Terms or privacy policy, and the owner if stated. Sections are numbered, so that an email can name one. */
export function LegalPage({ text, path, owner }: { text: LegalText; path: '/terms' | '/privacy'; owner: Owner }) {
  const { t } = useTranslation()
  const company = useCompany()
  return (
    <Read>
      <PageHead
        title={text.title}
        lead={
          <>
            <MomentSentence at={text.updated} as="day" text={(time) => t('read.updated', { time })} /> {text.version}{' '}
            {text.wording === 'supplement' && <SupplementSentence text={(date) => t('serviceTerms.with', { date })} />}
          </>
        }
      />
      <WordingNote wording={text.wording} path={path} />
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
          <Paragraphs paragraphs={section.paragraphs} />
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

/** Says which wording this is, and links to the other one. */
function WordingNote({ wording, path }: { wording: Wording; path: string }) {
  const { t } = useTranslation()
  if (wording === 'supplement') {
    return (
      <p>
        <Link to={`${path}?version=${TERMS_VERSION}`}>{t('serviceTerms.toFirst')}</Link>
      </p>
    )
  }
  return (
    <Note>
      <p>
        <SupplementSentence text={(date) => t('serviceTerms.isFirst', { date })} />{' '}
        <Link to={path}>{t('serviceTerms.toNow')}</Link>
      </p>
    </Note>
  )
}

/** Consecutive paragraphs of the supplement share one mark. */
function Paragraphs({ paragraphs }: { paragraphs: readonly LegalParagraph[] }) {
  return groupsIn(paragraphs).map((group) => {
    const lines = group.map(({ text }) => (
      <p key={text}>
        <LinkedText text={text} />
      </p>
    ))
    const [first] = group
    return first?.isSupplement ? <Supplement key={first.text}>{lines}</Supplement> : lines
  })
}

function Supplement({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="supplement">
      <p className="cap">
        <SupplementSentence text={(date) => t('serviceTerms.mark', { date })} />
      </p>
      {children}
    </div>
  )
}

function groupsIn(paragraphs: readonly LegalParagraph[]): LegalParagraph[][] {
  const groups: LegalParagraph[][] = []
  for (const paragraph of paragraphs) {
    const last = groups.at(-1)
    if (last?.at(-1)?.isSupplement === paragraph.isSupplement) last.push(paragraph)
    else groups.push([paragraph])
  }
  return groups
}
