import type { ReactNode } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import type { Tone } from './tag.tsx'

const ICONS: Record<Tone | 'plain', IconName> = {
  waiting: 'info',
  good: 'check',
  attention: 'warn',
  danger: 'warn',
  plain: 'doc',
}

type NoteProps = {
  /** attention = check this; danger = failed or will lose money. At most one attention note on a page. */
  tone?: Tone | 'plain'
  title?: ReactNode
  icon?: IconName
  /** `alert`: something has just gone wrong. `status`: something has just gone well. */
  role?: 'alert' | 'status'
  after?: boolean
  children?: ReactNode
}

export function Note({ tone = 'waiting', title, icon, role, after = false, children }: NoteProps) {
  return (
    <div className={classNames('note', `note--${tone}`, after && 'note--after')} role={role}>
      <Icon name={icon ?? ICONS[tone]} />
      <div>
        {title && <p className="note__title">{typeof title === 'string' ? <Sentence text={title} /> : title}</p>}
        {children}
      </div>
    </div>
  )
}

/** The spec's sentences begin with ✅ or ❌. The sign stays in the text; beside an icon only screen readers get it. */
export function Sentence({ text }: { text: string }) {
  const sign = /^[✅❌]\uFE0F?\s*/u.exec(text)?.[0]
  if (!sign) return text
  return (
    <>
      <span className="vh">{sign}</span>
      {text.slice(sign.length)}
    </>
  )
}
