import type { ReactNode } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'waiting' | 'good' | 'attention' | 'danger'

/** One word of state beside a name. Words before colour: give every state that matters an icon too. */
export function Tag({ tone = 'waiting', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classNames('tag', tone !== 'waiting' && `tag--${tone}`)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
