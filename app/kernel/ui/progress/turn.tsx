import { type ReactNode, useId } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { phrases } from '#app/kernel/ui/text/phrases.tsx'
import { type Line, Lines } from './lines.tsx'

type TurnProps = {
  /** Navy: the reader's turn; pale: somebody else's; green: finished; red: blocked. */
  tone: 'yours' | 'theirs' | 'done' | 'blocked'
  /** "Your turn", "The seller’s turn", "Finished". */
  who: string
  /** One sentence: what to do, or what happens next. */
  title: ReactNode
  /** What happens to the money, and what does not. */
  text?: ReactNode
  /** Links and buttons; not printed. */
  actions?: ReactNode
  lines?: Line[]
  /** `aside`: in the second column, smaller, its lines below each other, an h2. */
  place?: 'top' | 'aside'
}

/** Top of every page about one escrow: whose turn it is, and what happens to the money next. Never twice on a page. */
export function Turn({ tone, who, title, text, actions, lines, place = 'top' }: TurnProps) {
  const headingId = useId()
  const Heading = place === 'top' ? 'h1' : 'h2'
  return (
    <section className={classNames('turn', tone !== 'theirs' && `turn--${tone}`)} aria-labelledby={headingId}>
      <div className="turn__say">
        <p className="turn__who">{who}</p>
        <Heading id={headingId}>{phrases(title)}</Heading>
        {text && <p className={place === 'aside' ? 'small' : undefined}>{text}</p>}
        {actions && <div className="turn__acts no-print">{actions}</div>}
      </div>
      {lines && <Lines items={lines} tall={place === 'aside'} />}
    </section>
  )
}
