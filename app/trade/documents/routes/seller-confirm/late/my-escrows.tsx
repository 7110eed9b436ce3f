import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#app/kernel/domain/paging/list-place.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import type { EscrowRow } from '#app/trade/lookup/queries/escrow-pages.server.ts'

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
