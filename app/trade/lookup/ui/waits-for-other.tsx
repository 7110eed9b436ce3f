import { useTranslation } from 'react-i18next'
import type { ShownEscrow } from '#app/escrow/domain/shown-escrow.ts'

/** The way to what is open when the other side does not answer; nothing when nobody is waited for. */
export function WaitsForOther({ escrow: { silence } }: { escrow: Pick<ShownEscrow, 'silence'> }) {
  const { t } = useTranslation()
  if (!silence) return null
  return <a href="#settle">{t(silence.startsWith('seller') ? 'lookup.silent.seller' : 'lookup.silent.buyer')}</a>
}
