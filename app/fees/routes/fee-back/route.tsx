import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { refuseStill, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { listFeeBacks } from '#app/unmatched/queries/fee-backs.server.ts'
import { FeeBacks } from '#app/unmatched/ui/fee-backs.tsx'
import { stateFeeWallet } from '#app/unmatched/workflows/state-fee-wallet.server.ts'

export const handle: PageHandle = { title: 'pages.feeBack' }

/** A person's own; empty when they paid no fee, or exactly the fee. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/fee-back', request)
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const backs = await listFeeBacks(deps.db, { userId: viewer.id, now: deps.clock.now(), networks })
  return { backs, isSaved: new URL(request.url).searchParams.has('saved') }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/fee-back', request)
  await countTry('submit_by_user', viewer.id)
  const fields = await readFields(request)
  const caseId = fields.get('case')
  const typed = { walletAddress: fields.get('walletAddress').trim(), walletMemo: fields.get('walletMemo').trim() }
  const wallet = { address: typed.walletAddress, memo: typed.walletMemo }
  const work = async () => refuseStill(viewer) ?? stateFeeWallet(deps, { userId: viewer.id, caseId, wallet })
  const stated: object | Refusal = await orRefuse(work(), 'settle_failed')
  if (!isRefusal(stated)) return redirect(`/fee-back?saved=1#back-${caseId}`, 303)
  const text = refusalText(translatorFor(await detectLanguage(request, viewer.language)), stated)
  const field = stated.field && `${stated.field}-${caseId}`
  const values = { ...shownWallets(typed, [stated]), case: caseId }
  return data<RefusedForm>({ problems: [{ text, ...(field && { field }) }], values }, { status: 400 })
}

export const shouldRevalidate = readAnew

export default function FeeBack() {
  const { t } = useTranslation()
  const { backs, isSaved } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  const { problems } = shownAgain(refused)
  return (
    <Read>
      <PageHead title={t('pages.feeBack')} lead={t('feeBack.lead')} />
      <div className="stack">
        <ErrorSummary problems={problems} />
        {isSaved && problems.length === 0 && <Note tone="good" role="status" title={t('feeBack.saved')} />}
        {backs.length === 0 && (
          <Note>
            <p>{t('feeBack.empty')}</p>
          </Note>
        )}
        <FeeBacks backs={backs} refused={refused ?? null} />
      </div>
    </Read>
  )
}
