import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { looksLikeReference } from '#app/domain/references/reference.ts'
import { findFeeReceipt } from '#app/queries/fees/fee-receipt.server.ts'
import { ArrivedEarlier } from '#app/routes/fees/payment/arrived.tsx'
import { config, deps } from '#app/runtime.server.ts'
import { FeeBreakdown } from '#app/ui/fees/fee-breakdown.tsx'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { PrintButton } from '#app/ui/kernel/page/print-button.tsx'
import { Uncounted } from '#app/ui/ledger-payments/uncounted.tsx'
import { requireVisit } from '#app/web/accounts/viewer.server.ts'
import { Paid } from './paid.tsx'
import { ReceiptHead } from './receipt-head.tsx'

export const handle: PageHandle = { title: 'pages.receipt' }

/** A buyer's own receipt. There is no such page for those whose fee was not paid here. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/receipt', request)
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const asked = new URL(request.url).searchParams.get('number') ?? ''
  const number = looksLikeReference(asked) ? { number: Number(asked) } : {}
  const receipt = await findFeeReceipt(deps.db, { userId: viewer.id, ...number, networks })
  if (!receipt) throw new Response(null, { status: 404 })
  return { receipt, canSubmit: viewer.canSubmit }
}

export default function Receipt() {
  const { t } = useTranslation()
  const { receipt, canSubmit } = useLoaderData<typeof loader>()
  const { others } = receipt
  return (
    <Read>
      <PageHead
        title={t('pages.receipt')}
        lead={t(`receipt.lead.${receipt.serviceFee}`)}
        actions={<PrintButton>{t('receipt.print')}</PrintButton>}
      />
      <div className="stack">
        <ReceiptHead receipt={receipt} />
        <Sheet title={t('payment.breakdown')}>
          <FeeBreakdown
            transactionUsd={receipt.amountUsd}
            feeRate={receipt.feeRate}
            grossUsd={receipt.grossUsd}
            coupon={receipt.coupon}
            minimumTopUpUsd={receipt.minimumTopUpUsd}
            netUsd={receipt.netUsd}
          />
        </Sheet>
        <Paid receipt={receipt} />
        <Uncounted payments={others} />
        <ArrivedEarlier payments={others.filter(({ problem }) => problem === null)} />
        {canSubmit && (
          <Actions>
            <ButtonLink to="/submit">{t('nav.submit')}</ButtonLink>
          </Actions>
        )}
      </div>
    </Read>
  )
}
