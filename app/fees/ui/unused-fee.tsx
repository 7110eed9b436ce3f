import { useTranslation } from 'react-i18next'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** Warns that a fee is still unused, so that nobody pays twice. `mostUsd`: the maximum worth of its escrow. */
export function UnusedFeeNote({ mostUsd }: { mostUsd: string }) {
  const { t, i18n } = useTranslation()
  const most = formatUsd(mostUsd, i18n.language)
  return (
    <Note title={t('payment.unusedTitle')}>
      <p>{t('payment.unusedText', { most })}</p>
      <Actions after>
        <ButtonLink look="line" size="small" to="/submit">
          {t('nav.submit')}
        </ButtonLink>
      </Actions>
    </Note>
  )
}
