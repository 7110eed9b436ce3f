import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Sentence } from '#app/kernel/ui/frames/note.tsx'

export type Problem = {
  field?: string
  text: string
}

/** The problems of a form, at its top. Takes the focus when it appears; each sentence links to its field. */
export function ErrorSummary({ problems }: { problems: Problem[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const sentences = problems.map((problem) => problem.text).join('\n')

  useEffect(() => {
    if (sentences) box.current?.focus()
  }, [sentences])

  if (problems.length === 0) return null
  return (
    <div className="note note--danger problem" role="alert" tabIndex={-1} ref={box}>
      <Icon name="warn" />
      <div>
        <h2>{t('ui.problem.title')}</h2>
        <ul className="problem__list">
          {problems.map(({ field, text }) => (
            <li key={`${field} ${text}`}>
              {field ? (
                <a href={`#${field}`}>
                  <Sentence text={text} />
                </a>
              ) : (
                <Sentence text={text} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
