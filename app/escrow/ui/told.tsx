import { useTranslation } from 'react-i18next'
import type { ShownEscrow } from '#app/escrow/domain/shown-escrow.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { Told } from '#app/notices/domain/told.ts'

type Props = { escrow: Pick<ShownEscrow, 'told'> }

/** The reader's last step counts, but its email has not gone to the other side. */
export function UntoldNote({ escrow: { told } }: Props) {
  const { t } = useTranslation()
  if (!told || isUnderWay(told)) return null
  return (
    <Note title={t('escrow.told.title')}>
      <p>
        <ToldText told={told} />
      </p>
    </Note>
  )
}

/** After a step: that the other side's email was sent, or is being sent. UntoldNote covers the rest. */
export function ToldNow({ escrow: { told } }: Props) {
  if (!told || !isUnderWay(told)) return null
  return (
    <p>
      <ToldText told={told} />
    </p>
  )
}

const isUnderWay = ({ state }: Told) => state === 'sent' || state === 'sending'

function ToldText({ told }: { told: Told }) {
  const { t } = useTranslation()
  if (!('at' in told)) return t(`escrow.told.${told.state}`)
  return <MomentSentence at={told.at} text={(time) => t(`escrow.told.${told.state}`, { time })} />
}
