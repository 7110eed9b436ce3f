import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { findOwnWallet } from '#app/settlement/payouts/queries/own-wallet.server.ts'
import { findSellerEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { checkWallet } from './check.server.ts'
import { CheckForm } from './check-form.tsx'
import { WalletVerdict } from './verdict.tsx'

export const handle: PageHandle = { title: 'pages.walletCheck' }

/** `txid`: its escrow gives the currency. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/wallet-check', request)
  const typed = new URL(request.url).searchParams.get('txid')?.trim() ?? ''
  if (typed !== '') await countTry('look_up_by_user', viewer.id)
  const escrow =
    typed === ''
      ? null
      : await findSellerEscrow(deps.db, { viewer, typed, network: escrowNetwork(), now: deps.clock.now() })
  const own = await findOwnWallet(deps.db, viewer.id)
  return { own, of: escrow && { txid: escrow.transactionId, currency: escrow.currency, amount: escrow.amount } }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/wallet-check', request)
  await countTry('submit_by_user', viewer.id)
  const { problems, ...answer } = await checkWallet(await readFields(request), viewer)
  await returnTryAfterOutage('submit_by_user', viewer.id, problems)
  return data({ ...answer, problems }, { status: problems.length > 0 ? 400 : 200 })
}

export const shouldRevalidate = readAnew

export default function WalletCheck() {
  const { t } = useTranslation()
  const { own, of } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const problems = (answer?.problems ?? []).map((problem) => ({ field: problem.field, text: refusalText(t, problem) }))
  return (
    <Read>
      <PageHead title={t('pages.walletCheck')} lead={t('walletCheck.lead')} />
      <div className="stack">
        {answer?.checked && <WalletVerdict checked={answer.checked} txid={of?.txid ?? null} />}
        <CheckForm own={own} of={of} typed={answer?.typed ?? null} problems={problems} />
      </div>
    </Read>
  )
}
