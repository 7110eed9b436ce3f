import { useTranslation } from 'react-i18next'
import type { ShownEscrow } from '#app/domain/escrow/shown-escrow.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

/** The reader's last step counts, but no letter of it went to the other side. */
export function UntoldNote({ escrow: { untold } }: { escrow: ShownEscrow }) {
  const { t } = useTranslation()
  if (!untold) return null
  return (
    <Note title={t('escrow.untold.title')}>
      <p>
        {untold.why === 'joined' ? (
          <MomentSentence at={untold.at} text={(time) => t('escrow.untold.joined', { time })} />
        ) : (
          t(`escrow.untold.${untold.why}`)
        )}
      </p>
    </Note>
  )
}
