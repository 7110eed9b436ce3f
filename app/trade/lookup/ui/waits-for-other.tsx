import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'

/** Link to what helps if the other side does not answer. Nothing if nobody is waited for. */
export function WaitsForOther({ escrow: { silence } }: { escrow: Pick<EscrowDetails, 'silence'> }) {
  const { t } = useTranslation()
  if (!silence) return null
  return <a href="#settle">{t(silence.startsWith('seller') ? 'lookup.silent.seller' : 'lookup.silent.buyer')}</a>
}
