import type { ActionFunctionArgs } from '@remix-run/node'
import { isOutage, isRefusal } from '#app/kernel/domain/refusal.ts'
import { datedRefusalText } from '#app/kernel/i18n/refusal-moments.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { clientNetwork, countTry } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { assertNotPaused } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { browsersLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { readHandBack } from '#app/trade/onchain/web/hand-back.server.ts'
import { handBack } from '#app/trade/onchain/workflows/wallets/hand-back.server.ts'

/** Wallets only post here. */
export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}

/**
 * Takes a signed transaction from a wallet (SEP-7: a form with the field `xdr`). No session is read, so another site's
 * form can do nothing here that its author could not do alone. The address, made for one transaction, and the signature
 * are checked. Anything else is answered as unknown.
 */
export async function action({ request }: ActionFunctionArgs) {
  assertNotPaused(request)
  const network = clientNetwork(request)
  if (network !== null) await countTry('hand_back_by_network', network)
  const xdr = (await readFields(request)).get('xdr')
  const asked = readHandBack(request, xdr)
  const accepted = request.headers.get('Accept-Language')
  const language = await browsersLanguage({ cookie: null, accepted })
  const t = translatorFor(language)
  if (asked === null) return answer(404, t('held.signed.unknown'))
  await countTry('hand_back_of_escrow', asked.escrowId)
  const done = await orRefuse(handBack(deps, { escrowId: asked.escrowId, xdr }), 'settle_failed')
  if (isRefusal(done)) return answer(isOutage(done) ? 503 : 409, datedRefusalText(t, done, language))
  return answer(200, done === 'sign_exit' ? t('held.said.sign_exit') : t('held.signed.sent'))
}

/** A sentence that the wallet may show. Wallets that are web pages may read it: it is no secret. */
function answer(status: number, sentence: string): Response {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Access-Control-Allow-Origin': '*' })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  return new Response(`${sentence}\n`, { status, headers })
}
