import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ButtonLook, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { LineDots, type LineState } from '#app/kernel/ui/progress/lines.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'

export type EscrowListItem = {
  txid: string
  href: string
  title: string
  counterparty?: ReactNode
  amount: ReactNode
  amountUsd?: ReactNode
  /** Who must do what next, in one sentence. */
  next: ReactNode
  /** The deadline, that there is none, or when it ended. */
  due: ReactNode
  /** No deadline, or it has passed. */
  isDateless?: boolean
  /** Label of the button. */
  act: string
  dots: [LineState, LineState, LineState]
  stage: string
  opened?: ReactNode
  isYours?: boolean
  /** Has the page's only filled button. */
  isFirst?: boolean
  /** Further links. */
  ways?: ReactNode
}

type EscrowListProps = { title: string; items: EscrowListItem[] }

/**
 * A group of escrows, such as "Your turn". Each row shows goods, other side, amount, next action and deadline, and has
 * one button, whose area is the whole row. The rest is folded.
 */
export function EscrowList({ title, items }: EscrowListProps) {
  return (
    <section className="group">
      <h2>
        {title} <span>{items.length}</span>
      </h2>
      <ul className="escrows">
        {items.map((item) => (
          <EscrowRow key={item.txid} item={item} />
        ))}
      </ul>
    </section>
  )
}

function EscrowRow({ item }: { item: EscrowListItem }) {
  const { t } = useTranslation()
  const look: ButtonLook = item.isFirst ? 'filled' : 'line'
  return (
    <li className={classNames('trade', item.isYours && 'trade--yours')}>
      <div className="trade__what">
        <h3>
          <bdi>{item.title}</bdi>
        </h3>
        {item.counterparty && <p>{item.counterparty}</p>}
      </div>
      <div className="trade__sum">
        {item.amount} {item.amountUsd && <small>{item.amountUsd}</small>}
      </div>
      <p className="trade__next">{item.next}</p>
      <p className={classNames('trade__due', item.isDateless && 'trade__due--none')}>
        {!item.isDateless && <Icon name="clock" />}
        <span>{item.due}</span>
      </p>
      <div className="trade__act">
        <Link className={buttonClass(look, 'small')} to={item.href}>
          {item.act}
          <ActedOn>{item.title}</ActedOn>
        </Link>
      </div>
      <div className="trade__more">
        <Disclosure
          summary={
            <>
              {t('dashboard.more')}
              <ActedOn>{item.title}</ActedOn>
            </>
          }
        >
          <p>
            <LineDots states={item.dots} /> {item.stage}
            {item.opened && <> · {item.opened}</>}
          </p>
          <p>
            <InlineCode size="small">{item.txid}</InlineCode>
          </p>
          {item.ways && <p className="trade__ways">{item.ways}</p>}
        </Disclosure>
      </div>
    </li>
  )
}
