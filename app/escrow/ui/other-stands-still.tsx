import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type OtherStandsStillProps = { escrow: Pick<EscrowDetails, 'stillUntil'> & { reader: Reader } }

/** That the other side's account is frozen, and until when. Not why: it is their account. */
export function OtherStandsStill({ escrow: { reader, stillUntil } }: OtherStandsStillProps) {
  const { t } = useTranslation()
  const other = reader === 'buyer' ? 'seller' : 'buyer'
  const until = stillUntil[other]
  if (until === null) return null
  return (
    <Note>
      <p>
        <MomentSentence at={until} text={(time) => t('standsStill.otherSide', { time })} />
      </p>
    </Note>
  )
}
