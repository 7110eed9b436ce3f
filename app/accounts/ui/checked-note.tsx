import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatList } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { HowLongChecked } from '#app/kernel/ui/text/how-long-checked.tsx'
import type { AskedDetail } from '#app/screening/domain/review.ts'

export function CheckedNote({ asked }: { asked: readonly AskedDetail[] }) {
  const { t, i18n } = useTranslation()
  const details = formatList(
    asked.map((detail) => t(`checked.asked.${detail}`)),
    i18n.language,
  )
  return (
    <Note
      tone={asked.length > 0 ? 'attention' : 'waiting'}
      title={t(asked.length > 0 ? 'checked.missing' : 'checked.title')}
    >
      {asked.length > 0 && (
        <p>
          {t('checked.what', { details })}{' '}
          {asked.some((detail) => detail !== 'contact') && <Link to="/settings/about">{t('pages.about')}</Link>}
        </p>
      )}
      <p>{t('checked.account')}</p>
      <HowLongChecked />
    </Note>
  )
}
