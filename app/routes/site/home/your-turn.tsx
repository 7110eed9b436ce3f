import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { EscrowRow } from '#app/queries/lookup/escrow-pages.server.ts'
import type { Turns } from '#app/queries/lookup/turns.server.ts'
import { PartyName } from '#app/ui/escrow/party-name.tsx'
import { Icon } from '#app/ui/kernel/frames/icon.tsx'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { listedKey } from '#app/ui/lookup/headline-key.ts'

const PAGE_OF = { buyer: '/transaction-lookup', seller: '/seller-confirm' } as const

/** Moored where visitors see an example: the escrows in which it is the reader's turn. */
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
