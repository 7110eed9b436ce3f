import { useTranslation } from 'react-i18next'
import type { LockFate, ShownHold, ShownLock } from '#app/domain/held/shown-hold.ts'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

const FATES = {
  owner_takes: 'held.other.back',
  goes_back: 'held.other.goesBack',
  to_seller: 'held.other.toSeller',
  to_named: 'held.other.toNamed',
} as const satisfies Record<LockFate, string>

/** What was locked and counts for nothing: why, and what becomes of it. */
export function OtherLocks({ hold: { others } }: { hold: ShownHold }) {
  return others.map((lock) => <OtherLock key={lock.id} lock={lock} />)
}

function OtherLock({ lock }: { lock: ShownLock }) {
  const { t } = useTranslation()
  const { differences, isOfFormerWallet, isSecondOfCondition, fate, end, hash, at } = lock
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
        {isSecondOfCondition && <li>{t('held.other.condition')}</li>}
        {differences.length === 0 && !isOfFormerWallet && !isSecondOfCondition && <li>{t('held.other.second')}</li>}
      </ul>
      <p>{t(isGone ? 'held.other.gone' : FATES[fate])}</p>
      <HashDisclosure label={t('held.facts.lockedBy')} hash={hash} />
    </Note>
  )
}
