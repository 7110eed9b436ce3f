import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { noteOperatorView } from '#app/accounts/workflows/note-operator-view.server.ts'
import { loadDispute } from '#app/admin/queries/escrow.server.ts'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { deps } from '#app/runtime.server.ts'
import { decideDispute, weighDecision } from '#app/trade/disputes/workflows/decide-dispute.server.ts'
import { DisputePage } from './dispute-page.tsx'
import { readDisputeDecision, readSeen, readTypedShare, type TypedDisputeDecision } from './form.server.ts'
import { SureBeforeDecision } from './sure-before-decision.tsx'

export const handle: PageHandle = { title: 'pages.dispute' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const found = await findDispute(params.disputeId)
  await noteOperatorView(deps, { escrowId: found.desk.view.id, operatorId: operator.id })
  const isLate = !found.dispute.ended && deps.clock.now().toISOString() > found.dispute.decideBy
  const { searchParams } = new URL(request.url)
  const offer = searchParams.get('offer')
  const offered = found.desk.view.divisions.find(({ id, kind, answer }) => id === offer && kind === 'offer' && !answer)
  return { ...found, isLate, isDecided: searchParams.has('decided'), offered: offered ?? null }
}

/** The first post asks for confirmation, naming who gets how much and where; the confirmed one decides. */
export async function action({ request, params }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const { desk, dispute } = await findDispute(params.disputeId)
  const typed = readDisputeDecision(fields)
  const { decision, note } = typed
  if (!decision) return refused(refuse('decision_required', { field: 'decision' }), typed)
  const language = await detectLanguage(request, operator.language)
  const share = readTypedShare(fields, { currency: desk.view.currency, language })
  if (isRefusal(share)) return refused(share, typed)
  const sellerAmount = share.amount
  const about = { escrowId: desk.view.id, operatorId: operator.id, disputeId: dispute.id }
  const made = { ...about, decision, sellerAmount, note }

  const seen = readSeen(fields)
  if (!seen) {
    const weighed = await weighDecision(deps, made)
    if (isRefusal(weighed)) return refused(weighed, typed)
    const { shares, wallets } = weighed
    const named = shares && { seller: plain(shares.seller), buyer: plain(shares.buyer) }
    return { refusal: null, sure: { decision, sellerAmount, note, shares: named, wallets }, typed }
  }
  const decided = await decideDispute(deps, { ...made, seen })
  if (isRefusal(decided)) return refused(decided, typed)
  return redirect(`/admin-panel/disputes/${dispute.id}?decided=1`, 303)
}

async function findDispute(disputeId = '') {
  const found = await loadDispute(deps.db, { disputeId, network: adminNetwork(), now: deps.clock.now() })
  if (!found) throw new Response(null, { status: 404 })
  return found
}

function refused(refusal: Refusal, typed: TypedDisputeDecision) {
  return data({ refusal, sure: null, typed }, { status: 400 })
}

export default function Dispute() {
  const { t } = useTranslation()
  const { desk, dispute, isDecided, isLate, offered } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  const asksForCode = acted && 'codeWanted' in acted
  const result = asksForCode ? null : acted
  const isBusy = useNavigation().state !== 'idle'
  if (asksForCode) return <CodeWantedPage wanted={acted.codeWanted} />
  if (result?.sure && !dispute.ended) return <SureBeforeDecision desk={desk} dispute={dispute} sure={result.sure} />
  const refusal = result?.refusal
  const problem = refusal ? { text: refusalText(t, refusal), ...(refusal.field && { field: refusal.field }) } : null
  return (
    <DisputePage
      desk={desk}
      dispute={dispute}
      problem={problem}
      typed={result?.typed}
      offered={offered}
      isDecided={isDecided}
      isLate={isLate}
      isBusy={isBusy}
    />
  )
}
