import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { listFeeBacks } from '#app/queries/cases/fee-backs.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { FeeBacks } from '#app/ui/cases/fee-backs.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { readAnew } from '#app/ui/kernel/forms/read-anew.ts'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { refuseStill, requireVisit } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { shownWallets } from '#app/web/kernel/forms/shown-wallets.ts'
import { countTry } from '#app/web/kernel/http/limits.server.ts'
import { orRefuse } from '#app/web/kernel/http/or-refuse.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'
import { stateFeeWallet } from '#app/workflows/cases/state-fee-wallet.server.ts'

export const handle: PageHandle = { title: 'pages.feeBack' }

/** A person's own; empty for whoever has paid no fee, or just the fee. */
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
