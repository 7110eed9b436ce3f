import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { shortHash } from '#app/kernel/ui/text/code-groups.ts'

type DisclosureProps = {
  summary: ReactNode
  /**
   * `small`: within facts; `sheet`: a sheet of its own with "Change" at its end (an order that can be changed); `main`,
   * `act` and `quiet`: styled as filled, line and quiet buttons, each for the form of an action.
   */
  look?: 'small' | 'sheet' | 'main' | 'act' | 'quiet'
  open?: boolean
  noPrint?: boolean
  children: ReactNode
}

const BUTTONS = { main: 'filled', act: 'line', quiet: 'quiet' } as const

/** Details that open without JavaScript. In print they are open. */
export function Disclosure({ summary, look = 'small', open = false, noPrint = false, children }: DisclosureProps) {
  const { t } = useTranslation()
  if (look === 'main' || look === 'act' || look === 'quiet') {
    return (
      <details className={classNames('act', noPrint && 'no-print')} open={open}>
        <summary className={buttonClass(BUTTONS[look])}>{summary}</summary>
        {children}
      </details>
    )
  }
  return (
    <details className={classNames(look === 'sheet' ? 'sheet order' : 'hash', noPrint && 'no-print')} open={open}>
      <summary>
        {look === 'sheet' ? <span>{summary}</span> : summary} {look === 'sheet' && <span>{t('ui.change')}</span>}
      </summary>
      {children}
    </details>
  )
}

/** A sheet that its heading opens, for content that few people need. In print it is open. */
export function FoldedSheet({ title, id, open, children }: FoldedSheetProps) {
  return (
    <details className="sheet folded" id={id} open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="sheet__in">{children}</div>
    </details>
  )
}

type FoldedSheetProps = { title: string; id?: string; open: boolean; children: ReactNode }

/** A shortened hash that opens to the whole of it. */
export function HashDisclosure({ label, hash }: { label: string; hash: string }) {
  return (
    <Disclosure
      summary={
        <>
          {label} <InlineCode size="small">{shortHash(hash)}</InlineCode>
        </>
      }
    >
      <Code value={hash} group={8} size="small" />
    </Disclosure>
  )
}

/** A term that opens its explanation. */
export function Explain({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Disclosure summary={term} noPrint>
      <p className="small muted">{children}</p>
    </Disclosure>
  )
}

export function QuestionList({ items }: { items: { question: string; answer: ReactNode }[] }) {
  return (
    <div className="qa">
      {items.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
