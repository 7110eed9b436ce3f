import { useTranslation } from 'react-i18next'
import type { ShownEscrow } from '#app/escrow/domain/shown-escrow.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type BackAtProps = { escrow: Pick<ShownEscrow, 'custody'> }

/** What goes back at its date and not when somebody agrees; nothing where it goes back at once. */
export function BackAt({ escrow: { custody } }: BackAtProps) {
  const { t } = useTranslation()
  if (custody.backAt === null) return null
  return (
    <p className="small">
      <MomentSentence at={custody.backAt} text={(time) => t('held.back', { time })} />
    </p>
  )
}
