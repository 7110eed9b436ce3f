import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import type { FeeBackView } from '#app/unmatched/domain/fee-back-view.ts'

/** Fee payments that are owed back, until they are returned. */
export function FeeBackNote({ backs }: { backs: readonly FeeBackView[] }) {
  const { t, i18n } = useTranslation()
  const open = backs.filter(({ state }) => state !== 'sent' && state !== 'by_hand')
  if (open.length === 0) return null
  const isAsked = open.some(({ state }) => state === 'owed' || state === 'blocked')
  return (
    <Note title={t('pages.feeBack')}>
      {open.map((back) => (
        <p key={back.id}>
          {t(`feeBack.came.${back.why}`, { amount: formatAmount(back.amount, back.asset, i18n.language) })}{' '}
          {t(`feeBack.state.${back.state === 'sent' ? 'by_hand' : back.state}`)}
        </p>
      ))}
      <Actions after>
        <ButtonLink look={isAsked ? 'filled' : 'line'} size="small" to="/fee-back">
          {t(isAsked ? 'feeBack.say' : 'feeBack.look')}
        </ButtonLink>
      </Actions>
    </Note>
  )
}
