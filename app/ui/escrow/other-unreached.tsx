import { useTranslation } from 'react-i18next'
import type { ShownEscrow } from '#app/domain/escrow/shown-escrow.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

type OtherUnreachedProps = { escrow: Pick<ShownEscrow, 'unreachedSince'> & { reader: Reader } }

/** Letters to the other side come back: the reader may have another way to reach them (decision 109). */
export function OtherUnreached({ escrow: { reader, unreachedSince } }: OtherUnreachedProps) {
  const { t } = useTranslation()
  if (unreachedSince === null) return null
  const other = reader === 'buyer' ? 'seller' : 'buyer'
  return (
    <Note tone="waiting">
      <p>
        <MomentSentence at={unreachedSince} text={(time) => t(`unreached.other.${other}`, { time })} />
      </p>
      <p>{t('unreached.other.text')}</p>
    </Note>
  )
}
