import { useTranslation } from 'react-i18next'
import type { OnLedgerRow } from '#app/admin/queries/on-ledger.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { shownMemo } from '#app/ledgers/payments/domain/shown-memo.ts'
import { Outlook } from '#app/ledgers/payments/ui/on-ledger.tsx'

/** Claimable money that was left on a ledger for us instead of being paid. Nothing when there is none. */
export function OnLedgerSheet({ list }: { list: { rows: readonly OnLedgerRow[]; count: number } | null }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  if (list === null || list.count === 0) return null
  const { rows, count } = list
  return (
    <Sheet title={t('cases.onLedger.title')}>
      <div className="stack">
        <p>{t('cases.onLedger.lead')}</p>
        {count > rows.length && <p className="small">{t('cases.onLedger.newest', { count })}</p>}
        <ul className="matters">
          {rows.map((row) => (
            <li key={row.id} className="stack">
              <h3>{formatAmount(row.amount, row.asset, i18n.language)}</h3>
              <p>
                <Outlook claimable={row} />
              </p>
              <Facts
                items={[
                  {
                    label: t('cases.facts.memo'),
                    value: row.memo === null ? t('cases.facts.noMemo') : shownMemo(row.memo),
                  },
                  { label: t('cases.onLedger.maker'), value: <Code value={row.maker} /> },
                  { label: t('cases.onLedger.account'), value: <Code value={row.account} /> },
                  ...(row.until === null
                    ? []
                    : [{ label: t('cases.onLedger.until'), value: <Moment at={row.until} /> }]),
                ]}
              />
              <HashDisclosure label={t('cases.facts.hash')} hash={row.hash} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
