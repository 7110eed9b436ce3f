import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { colonOf } from '#app/kernel/i18n/format.ts'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'

/** now: somebody's turn; out: what the others release; bad: rejected; held: due but blocked; never: no longer comes. */
export type LineState = 'done' | 'now' | 'open' | 'out' | 'bad' | 'held' | 'never'

export type Line = { state: LineState; label: string; detail?: ReactNode }

/** The three facts that hold the money and what they release, in the same order on every page. */
export function Lines({ items, tall = false }: { items: Line[]; tall?: boolean }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className={classNames('lines', tall && 'lines--tall')} aria-label={t('ui.lines.label')}>
      {items.map(({ state, label, detail }) => (
        <li key={label}>
          <strong>
            <Dot state={state} />
            <span className="vh">{t(`ui.lines.${state}`) + colonOf(i18n.language)}</span>
            {label}
          </strong>{' '}
          {detail && <span>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The same facts as dots only, for a list; the name of the stage stands beside them. */
export function LineDots({ states }: { states: [LineState, LineState, LineState] }) {
  const [funded, confirmed, approved] = states
  return (
    <span className="three" aria-hidden="true">
      <Dot state={funded} />
      <Dot state={confirmed} />
      <Dot state={approved} />
    </span>
  )
}

function Dot({ state }: { state: LineState }) {
  return (
    <span className={classNames('dot', state !== 'open' && state !== 'never' && `dot--${state}`)}>
      {state === 'done' && <Icon name="check" />}
      {state === 'bad' && <Icon name="x" />}
    </span>
  )
}
