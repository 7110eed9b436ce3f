import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Hint } from '#app/domain/documents/hints.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'

/** What stands out about the papers, for whoever reads them: hints, and no verdicts. Nothing where nothing does. */
export function HintsNote({ hints }: { hints: readonly Hint[] }) {
  const { t } = useTranslation()
  if (hints.length === 0) return null
  return (
    <Note title={t('examination.hints.title')}>
      <ul>
        {hints.map((hint) => (
          <li key={JSON.stringify(hint)}>{textOf(hint, t)}</li>
        ))}
      </ul>
      <p className="small muted">{t('examination.hints.text')}</p>
    </Note>
  )
}

function textOf(hint: Hint, t: TFunction): string {
  return 'type' in hint
    ? t(`examination.hints.${hint.hint}`, { document: t(`documentType.${hint.type}`) })
    : t(`examination.hints.${hint.hint}`)
}
