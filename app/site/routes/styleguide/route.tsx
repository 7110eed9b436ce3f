import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { drawPaymentQr } from '#app/ledgers/references/web/qr.server.ts'
import { config } from '#app/runtime.server.ts'
import { EscrowParts } from './escrow-parts.tsx'
import { FormParts } from './form-parts.tsx'
import { PaymentParts, SAMPLE_REQUEST } from './payment-parts.tsx'
import { StateParts } from './state-parts.tsx'

export const handle: PageHandle = { title: 'pages.styleguide' }

/** For developers; 404 in production. */
export function loader() {
  if (config.mode === 'production') throw new Response(null, { status: 404 })
  return { qr: drawPaymentQr(SAMPLE_REQUEST) }
}

/** Every UI part in all its states. English only: nobody else reads it. */
export default function Styleguide() {
  const { qr } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Parts and states" lead="Every part, in the states that a developer meets." />
      <StateParts />
      <FormParts />
      <PaymentParts qr={qr} />
      <EscrowParts qr={qr} />
      <EmptyState
        title="Nothing is moored here yet"
        text="Open your first escrow, give its ID to the seller, and follow both the papers and the money from this page."
        actions={<ButtonLink to="/submit">Submit Transaction</ButtonLink>}
      />
    </>
  )
}
