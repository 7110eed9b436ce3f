import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { Notification } from '#app/notices/domain/notification.ts'

type Props = { escrow: Pick<EscrowDetails, 'told'> }

/** The reader's last step counts, but its email has not gone to the other side. */
export function NotNotifiedNote({ escrow: { told } }: Props) {
  const { t } = useTranslation()
  if (!told || isUnderWay(told)) return null
  return (
    <Note title={t('escrow.told.title')}>
      <p>
        <NotifiedText told={told} />
      </p>
    </Note>
  )
}

/** After a step: that the other side's email was sent, or is being sent. NotNotifiedNote covers the rest. */
export function NotifiedNote({ escrow: { told } }: Props) {
  if (!told || !isUnderWay(told)) return null
  return (
    <p>
      <NotifiedText told={told} />
    </p>
  )
}

const isUnderWay = ({ state }: Notification) => state === 'sent' || state === 'sending'

function NotifiedText({ told }: { told: Notification }) {
  const { t } = useTranslation()
  if (!('at' in told)) return t(`escrow.told.${told.state}`)
  return <MomentSentence at={told.at} text={(time) => t(`escrow.told.${told.state}`, { time })} />
}
