import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#app/domain/kernel/paging/list-place.ts'
import type { EscrowRow } from '#app/queries/lookup/escrow-pages.server.ts'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Pager } from '#app/ui/kernel/page/pager.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'

/** The seller's escrows, to go on with one of them. */
export function MyEscrows({ list }: { list: ListPage<EscrowRow> }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('seller.mine')}>
      <Facts
        items={list.rows.map((escrow) => ({
          label: t(`escrow.stage.${escrow.stage}`),
          value: (
            <Link to={`/seller-confirm?txid=${escrow.transactionId}`}>
              <Amount value={escrow.amount} asset={escrow.currency} />
            </Link>
          ),
        }))}
      />
      <Pager
        list={list}
        label={t('nav.dashboard')}
        pathOf={(place) => `/seller-confirm?${new URLSearchParams(place)}`}
      />
    </Sheet>
  )
}
