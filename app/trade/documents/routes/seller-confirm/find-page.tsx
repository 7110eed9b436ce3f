import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#app/kernel/domain/paging/list-place.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, AdminFrame } from '#app/kernel/ui/page/page.tsx'
import type { EscrowRow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { MyEscrows } from './late/late.tsx'
import { ShipmentForm, type ShipmentFormProps } from './shipment-form.tsx'

type FindPageProps = Omit<ShipmentFormProps, 'escrow'> & { mine: ListPage<EscrowRow> | null }

/** Before an escrow is chosen: the seller's escrows, a search, and the form with a field for its ID (spec §2). */
export function FindPage({ mine, ...form }: FindPageProps) {
  return (
    <AdminFrame
      asideFirst
      aside={
        <>
          <LookFirst typed={form.values?.transactionId ?? form.typed} />
          {mine && mine.rows.length > 0 && <MyEscrows list={mine} />}
        </>
      }
    >
      <ShipmentForm {...form} escrow={null} />
    </AdminFrame>
  )
}

/** Advice to ship only after the money arrived, and a search for the escrow. */
function LookFirst({ typed }: { typed: string }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('seller.shipTitle')}>
      <div className="stack">
        <p className="small muted">{t('seller.lookFirst')}</p>
        <p className="small">
          <Link to={typed ? `/wallet-check?${new URLSearchParams({ txid: typed })}` : '/wallet-check'}>
            {t('walletCheck.first')}
          </Link>
        </p>
        <Form method="get">
          <Field name="txid" id="find" label={t('seller.transactionId')} defaultValue={typed} code autoComplete="off" />
          <Actions after>
            <Button look="line">{t('seller.find')}</Button>
          </Actions>
        </Form>
      </div>
    </Sheet>
  )
}
