import { Link, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatUsd } from '#app/i18n/format.ts'
import { Note } from '#app/ui/note.tsx'

/** Spec §9: the page moves on after this time. Without JavaScript it takes whole seconds. */
const MOVE_ON_MS = 1_500
const NEXT = '/submit'

export function Confirmation({ netUsd }: { netUsd: string }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()

  useEffect(() => {
    const timer = setTimeout(() => navigate(NEXT, { replace: true }), MOVE_ON_MS)
    return () => clearTimeout(timer)
  }, [navigate])

  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`2;url=${NEXT}`} />
      </noscript>
      <Note tone="good" role="status" title={t('payment.confirmed', { fee: formatUsd(netUsd, i18n.language) })}>
        <p>
          <Link to={NEXT}>{t('payment.goOn')}</Link>
        </p>
      </Note>
    </>
  )
}
