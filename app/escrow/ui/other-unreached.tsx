import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type OtherUnreachedProps = { escrow: Pick<EscrowDetails, 'unreachedSince'> }

/** Emails to the other side bounce: the reader may know another way to reach them (decision 109). */
export function OtherUnreached({ escrow: { unreachedSince } }: OtherUnreachedProps) {
  const { t } = useTranslation()
  if (unreachedSince === null) return null
  return (
    <Note tone="waiting">
      <p>
        <MomentSentence at={unreachedSince} text={(time) => t('unreached.other.since', { time })} />
      </p>
      <p>{t('unreached.other.text')}</p>
    </Note>
  )
}
