import { useTranslation } from 'react-i18next'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { LinkedText } from '#app/ui/kernel/text/linked-text.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

export type LegalText = {
  title: string
  /** The day of the last change, ISO 8601. */
  updated: string
  version: string
  /** Which text prevails; null where this is that text. */
  prevails: string | null
  sections: { title: string; paragraphs: string[] }[]
}

/** Terms and privacy policy. The sections are numbered, so that a letter can name one. */
export function LegalPage({ text }: { text: LegalText }) {
  const { t } = useTranslation()
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
    </Read>
  )
}
