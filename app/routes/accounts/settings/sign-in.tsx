import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

/** Password, address and second step, each changed on a page of its own. `twoStepSince`: ISO 8601, null for off. */
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
