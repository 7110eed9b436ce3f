import { useTranslation } from 'react-i18next'
import type { PaperState } from '#app/escrow/domain/parts-view.ts'
import type { IconName } from '#app/kernel/ui/frames/icon.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'

const TAGS = {
  asked: { tone: 'waiting', icon: 'clock', words: 'dates.missing' },
  presented: { tone: 'good', icon: 'check', words: 'dates.there' },
  unreadable: { tone: 'attention', icon: 'warn', words: 'escrow.documents.unreadable' },
  rejected: { tone: 'danger', icon: 'x', words: 'escrow.documents.rejected' },
  accepted: { tone: 'good', icon: 'check', words: 'escrow.documents.accepted' },
  waived: { tone: 'good', icon: 'check', words: 'escrow.documents.waived' },
  never: { tone: 'waiting', icon: 'x', words: 'escrow.documents.never' },
} as const satisfies Partial<Record<PaperState, { tone: string; icon: IconName; words: string }>>

/** A document's state in one word; nothing when nobody asked for it. */
export function PaperTag({ state }: { state: PaperState }) {
  const { t } = useTranslation()
  if (state === 'not_asked' || state === 'contract_decides') return null
  const { tone, icon, words } = TAGS[state]
  return (
    <Tag tone={tone} icon={icon}>
      {t(words)}
    </Tag>
  )
}
