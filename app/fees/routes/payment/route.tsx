import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findRoleOffer } from '#app/accounts/queries/role-offer.server.ts'
import { loadPaymentPage } from '#app/fees/queries/payment-page.server.ts'
import { useServiceFee } from '#app/fees/ui/use-service-fee.ts'
import { parseUsd } from '#app/kernel/domain/money.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { drawPaymentQr } from '#app/ledgers/references/web/qr.server.ts'
import { versionOfFee } from '#app/live/web/versions.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { listFeeBacks, notifiedOf } from '#app/unmatched/queries/fee-backs.server.ts'
import { PaymentConfirmation } from './confirmation.tsx'
import { codeInLink, keepCode, readKeptCode } from './coupon-cookie.server.ts'
import { explainRefusal, followIntent, type RefusedPayment, statedAs, typedPayment } from './form.server.ts'
import { visitPayment } from './guard.server.ts'
import { PaymentPanel } from './payment-panel.tsx'

export const handle: PageHandle = { title: 'nav.payFee' }

export async function loader({ request }: LoaderFunctionArgs) {
  const linked = codeInLink(request)
  const headers = linked === null ? undefined : { 'Set-Cookie': await keepCode(linked) }
  const visit = await visitPayment(request, headers)
  if ('justPaid' in visit) return data({ justPaid: visit.justPaid, page: null })
  const { issuers, stellarPassphrase } = deps.settings
  const network = { issuers, stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const message = translatorFor(await detectLanguage(request, visit.viewer.language))('payment.walletNote')
  const offer = await findRoleOffer(deps.db, visit.viewer.id)
  const news = await versionOfFee(visit.viewer.id)
  const ask = { userId: visit.viewer.id, now: deps.clock.now() }
  const backs = await listFeeBacks(deps.db, { ...ask, networks: network })
  const page = await loadPaymentPage(deps.db, { ...ask, network, message, told: notifiedOf(backs) })
  // A fee settled since the guard read is announced: the form would ask for another one.
  const after = page.wasJustSettled ? await visitPayment(request, headers) : visit
  if ('justPaid' in after) return data({ justPaid: after.justPaid, page: null })
  const couponCode = linked ?? page.quote?.couponCode ?? (page.quote ? '' : await readKeptCode(request))
  const hasNewCode = linked !== null && page.quote !== null && linked !== page.quote.couponCode
  const query = new URL(request.url).searchParams
  const isPaused = query.has('hold')
  const wasPilotUsed = query.get('pilot') === 'used'
  const amountUsd = parseUsd(query.get('amount') ?? '')?.toFixed(2) ?? null
  const qr = page.quote?.toSend ? drawPaymentQr(page.quote.toSend.uri) : null
  const isPilot = visit.viewer.trialCredits > 0
  return data(
    {
      justPaid: null,
      page: { ...page, backs, news, offer, isPilot, qr, couponCode, hasNewCode, isPaused, amountUsd, wasPilotUsed },
    },
    { headers },
  )
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const visit = await visitPayment(request)
  if ('justPaid' in visit) return redirect('/payment', 303)
  const fields = await readFields(request)
  const language = await detectLanguage(request, visit.viewer.language)
  const refusal = await followIntent(visit.viewer.id, { fields, language, network: clientNetwork(request) })
  if (refusal === null || refusal.refused === 'already_paid') {
    const headers = fields.has('couponCode') ? { 'Set-Cookie': await keepCode(fields.get('couponCode')) } : undefined
    return redirect('/payment', { status: 303, headers })
  }
  const t = translatorFor(language)
  const problems = statedAs(refusal).map((told) => ({ field: told.field, text: refusalText(t, told) }))
  const claim = await explainRefusal(visit.viewer.id, { fields, refusal })
  return data<RefusedPayment>({ problems, values: typedPayment(fields), claim }, { status: 400 })
}

export default function Payment() {
  const { t } = useTranslation()
  const { justPaid, page } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  const serviceFee = useServiceFee()
  return (
    <>
      <PageHead title={t('nav.payFee')} lead={t(`payment.lead.${serviceFee}`)} />
      {justPaid ? <PaymentConfirmation netUsd={justPaid.netUsd} /> : <PaymentPanel page={page} refused={refused} />}
    </>
  )
}
