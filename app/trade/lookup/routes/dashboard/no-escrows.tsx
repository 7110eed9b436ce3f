import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'

/** The first step for a person without escrows. */
export function NoEscrows({ role, canSubmit }: { role: 'buyer' | 'seller' | null; canSubmit: boolean }) {
  const { t } = useTranslation()
  if (!role) return <EmptyState title={t('dashboard.emptyBuyerTitle')} text={t('dashboard.emptyOtherText')} />
  if (role === 'seller') {
    return (
      <EmptyState
        title={t('dashboard.emptyBuyerTitle')}
        text={t('dashboard.emptySellerText')}
        actions={
          <>
            <ButtonLink to="/seller-confirm">{t('nav.sellerConfirm')}</ButtonLink>
            <StepsLink of="seller" />
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('dashboard.emptyBuyerTitle')}
      text={t('dashboard.emptyBuyerText')}
      actions={
        <>
          {canSubmit && <ButtonLink to="/submit">{t('nav.submit')}</ButtonLink>}
          <StepsLink of="buyer" />
        </>
      }
    />
  )
}

function StepsLink({ of }: { of: 'buyer' | 'seller' }) {
  const { t } = useTranslation()
  return (
    <Link className="go" to={`/instructions#${of}`}>
      {t('nav.instructions')} <Icon name="right" flip />
    </Link>
  )
}
