import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type BackAtProps = { escrow: Pick<EscrowDetails, 'custody'> }

/** When a refund that waits for its date is paid; nothing when it goes back at once. */
export function BackAt({ escrow: { custody } }: BackAtProps) {
  const { t } = useTranslation()
  if (custody.backAt === null) return null
  return (
    <p className="small">
      <MomentSentence at={custody.backAt} text={(time) => t('held.back', { time })} />
    </p>
  )
}
