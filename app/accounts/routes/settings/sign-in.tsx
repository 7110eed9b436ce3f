import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** `twoStepSince`: ISO 8601; null: off. */
export function SignIn({ twoStepSince }: { twoStepSince: string | null }) {
  const { t } = useTranslation()
  const state = twoStepSince ? (
    <MomentSentence at={twoStepSince} text={(time) => t('account.signIn.on', { time })} />
  ) : (
    t('account.signIn.off')
  )
  return (
    <Sheet title={t('account.signIn.title')}>
      <Facts items={[{ label: t('pages.secondFactor'), value: state }]} />
      <Actions after>
        <ButtonLink look="line" to="/settings/second-factor">
          {t('pages.secondFactor')}
        </ButtonLink>
        <ButtonLink look="line" to="/settings/password">
          {t('pages.changePassword')}
        </ButtonLink>
        <ButtonLink look="line" to="/settings/email">
          {t('pages.changeEmail')}
        </ButtonLink>
      </Actions>
    </Sheet>
  )
}
