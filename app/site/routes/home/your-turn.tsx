import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PartyName } from '#app/escrow/ui/party-name.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowRow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import type { Turns } from '#app/trade/lookup/queries/turns.server.ts'
import { listedKey } from '#app/trade/lookup/ui/headline-key.ts'

const PAGE_OF = { buyer: '/transaction-lookup', seller: '/seller-confirm' } as const

/** The escrows that wait for the reader, where visitors see an example. */
export function YourTurn({ role, escrows, count }: Turns) {
  const { t, i18n } = useTranslation()
  const format = (amount: string, { currency }: EscrowRow) => formatAmount(amount, currency, i18n.language)
  return (
    <section className="slip" aria-labelledby="your-turn">
      <div className="slip__top">
        <h2 id="your-turn">
          <Tag tone="attention" icon="clock">
            {t('dashboard.yours')}
          </Tag>
        </h2>
        <Link className="go" to="/dashboard">
          {t('nav.dashboard')} {count > escrows.length && `(${count})`} <Icon name="right" flip />
        </Link>
      </div>
      <ul className="slip__turns">
        {escrows.map((escrow) => (
          <li key={escrow.transactionId}>
            <Link to={`${PAGE_OF[role]}?txid=${escrow.transactionId}`}>
              {t(listedKey(escrow, role), {
                amount: format(escrow.amount, escrow),
                stillDue: format(escrow.stillDue, escrow),
              })}
            </Link>
            <small>
              <Amount value={escrow.amount} asset={escrow.currency} />
              {escrow.dueAt && (
                <span>
                  {' · '}
                  <MomentSentence at={escrow.dueAt} text={(time) => t('dashboard.due', { time })} />
                </span>
              )}
              {escrow.notes && (
                <span>
                  {' '}
                  · <bdi>{escrow.notes}</bdi>
                </span>
              )}
              {escrow.counterparty && (
                <span>
                  {' · '}
                  <PartyName name={escrow.counterparty} isConfirmed={!escrow.counterpartyIsUnconfirmed} />
                </span>
              )}{' '}
              <InlineCode size="small">{escrow.transactionId}</InlineCode>
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
