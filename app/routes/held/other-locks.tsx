import { useTranslation } from 'react-i18next'
import type { ShownHold, ShownLock } from '#app/domain/held/shown-hold.ts'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

/** What was locked and counts for nothing: why, and how its owner takes it back. */
export function OtherLocks({ hold: { others } }: { hold: ShownHold }) {
  return others.map((lock) => <OtherLock key={lock.id} lock={lock} />)
}

function OtherLock({ lock }: { lock: ShownLock }) {
  const { t } = useTranslation()
  const { differences, isOfFormerWallet, end, hash, at } = lock
  const isGone = end !== null
  return (
    <Note tone={isGone ? 'plain' : 'danger'} title={t('held.other.title')} after>
      <p>
        <MomentSentence at={at} text={(time) => t('held.other.at', { time })} />
      </p>
      <ul>
        {differences.map((name) => (
          <li key={name}>{t(`held.differs.${name}`)}</li>
        ))}
        {isOfFormerWallet && <li>{t('held.other.formerWallet')}</li>}
        {differences.length === 0 && !isOfFormerWallet && <li>{t('held.other.second')}</li>}
      </ul>
      <p>{t(isGone ? 'held.other.gone' : 'held.other.back')}</p>
      <HashDisclosure label={t('held.facts.lockedBy')} hash={hash} />
    </Note>
  )
}
