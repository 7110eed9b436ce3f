import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { EscrowRow } from '#app/queries/lookup/escrow-pages.server.ts'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'

/** The seller's escrows, to go on with one of them. */
export function MyEscrows({ escrows }: { escrows: EscrowRow[] }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('seller.mine')}>
      <Facts
        items={escrows.map((escrow) => ({
          label: t(`escrow.stage.${escrow.stage}`),
          value: (
            <Link to={`/seller-confirm?txid=${escrow.transactionId}`}>
              <Amount value={escrow.amount} asset={escrow.currency} />
            </Link>
          ),
        }))}
      />
    </Sheet>
  )
}
