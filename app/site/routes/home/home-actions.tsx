import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { useServiceFee } from '#app/fees/ui/use-service-fee.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { submitLink } from '#app/site/ui/navigation.ts'

/** The next steps from home: different for visitors, buyers and sellers (spec §2, Home). */
export function HomeActions({ viewer }: { viewer: Viewer | null }) {
  const { t } = useTranslation()
  const serviceFee = useServiceFee()
  return (
    <>
      <Actions>
        <Ways viewer={viewer} />
      </Actions>
      {viewer?.role === 'buyer' && viewer.trialCredits > 0 && (
        <p>
          <b>{t('home.pilotTitle')}.</b> {t('home.pilot')}
        </p>
      )}
      <p className="fine">
        {viewer ? (
          <>
            {t('home.welcome', { name: viewer.name, role: t(`home.role.${viewer.role ?? 'unknown'}`) })}{' '}
            <Link to="/settings">{t('nav.account')}</Link>
          </>
        ) : (
          t(`home.fine.${serviceFee}`)
        )}
      </p>
    </>
  )
}

function Ways({ viewer }: { viewer: Viewer | null }) {
  const { t } = useTranslation()
  if (!viewer) {
    return (
      <>
        <ButtonLink to="/register">{t('nav.register')}</ButtonLink>{' '}
        <ButtonLink look="line" to="/login">
          {t('nav.login')}
        </ButtonLink>
      </>
    )
  }
  if (viewer.role === 'buyer') {
    const submit = submitLink(viewer)
    return (
      <>
        <ButtonLink to={submit.to}>{t(submit.label)}</ButtonLink>{' '}
        <ButtonLink look="line" to="/transaction-lookup">
          {t('nav.lookup')}
        </ButtonLink>
      </>
    )
  }
  if (viewer.role === 'seller') return <ButtonLink to="/seller-confirm">{t('nav.sellerConfirm')}</ButtonLink>
  if (viewer.role === 'admin') return <ButtonLink to="/admin-panel">{t('nav.adminPanel')}</ButtonLink>
  return <ButtonLink to="/dashboard">{t('nav.dashboard')}</ButtonLink>
}
