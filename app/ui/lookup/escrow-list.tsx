import { Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '#app/ui/kernel/forms/class-names.ts'
import { Icon } from '#app/ui/kernel/frames/icon.tsx'
import { LineDots, type LineState } from '#app/ui/kernel/progress/lines.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'

export type EscrowListItem = {
  txid: string
  href: string
  title: string
  /** The other side's name, once known. */
  counterparty?: ReactNode
  amount: ReactNode
  amountUsd?: ReactNode
  /** What happens next, in one sentence. */
  next: ReactNode
  dots: [LineState, LineState, LineState]
  /** The stage in a word or two. */
  stage: string
  /** Until when it is somebody's turn, by the dates of the trade. */
  due?: ReactNode
  /** When it was over, or when it was opened. */
  day?: ReactNode
  isYours?: boolean
  /** Further links about it. */
  ways?: ReactNode
}

/** Escrows that wait for the same: "Your turn", "Waiting for others", "Finished". */
export function EscrowList({ title, items }: { title: string; items: EscrowListItem[] }) {
  return (
    <section className="group">
      <h2>
        {title} <span>{items.length}</span>
      </h2>
      <ul className="deals">
        {items.map((item) => (
          <li key={item.txid} className={classNames('deal', item.isYours && 'deal--yours')}>
            <div>
              <Link to={item.href}>
                <bdi>{item.title}</bdi>
              </Link>{' '}
              <small>
                {item.counterparty && (
                  <Fragment>
                    {item.counterparty}
                    <span className="sep">, </span>
                  </Fragment>
                )}
                <InlineCode size="small">{item.txid}</InlineCode>
              </small>
              {item.ways && <small className="deal__ways">{item.ways}</small>}
            </div>
            <div className="deal__sum">
              {item.amount} {item.amountUsd && <small>{item.amountUsd}</small>}
            </div>
            <div className="deal__say">
              {item.next} {item.due && <small className="deal__due">{item.due}</small>}
            </div>
            <div className="deal__stage">
              <LineDots states={item.dots} />
              <small>{item.stage}</small> {item.day && <small>{item.day}</small>}
            </div>
            <Icon name="chev" flip />
          </li>
        ))}
      </ul>
    </section>
  )
}
