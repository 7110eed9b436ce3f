import { redirect } from '@remix-run/node'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { drawPaymentQr } from '#app/ledgers/references/web/qr.server.ts'
import { type PageVersion, versionOfTyped } from '#app/live/web/versions.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowLink } from '#app/trade/lookup/web/escrow-link.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { type DueNow, dueNow } from '#app/trade/opening/queries/due-now.server.ts'
import { POLLS } from './looks.ts'

type Found = {
  escrow: EscrowView
  news: PageVersion | null
  qr: QrDrawing
  due: DueNow
  look: number
  link: string
}

/**
 * The buyer's own escrow of `?opened=` while it awaits funds or the seller. Null: no such query. Also for a pilot
 * without credits left. Throws redirects: to the lookup for an escrow in a later stage, to the form if it is not found.
 */
export async function findOpened(request: Request, viewer: Viewer): Promise<Found | null> {
  const query = new URL(request.url).searchParams
  const typed = query.get('opened')
  if (typed === null) return null
  const asked = { viewer, typed, network: escrowNetwork(), now: deps.clock.now() }
  const news = await versionOfTyped(typed)
  const escrow = viewer.role === 'buyer' ? await lookUpEscrow(deps.db, asked) : null
  if (!escrow) throw redirect('/submit')
  if (escrow.stage !== 'awaiting_funds' && escrow.stage !== 'awaiting_confirmation') {
    throw redirect(`/transaction-lookup?txid=${encodeURIComponent(escrow.transactionId)}`)
  }
  if (escrow.custody.fundedBy === 'lock') throw redirect(`/held?txid=${encodeURIComponent(escrow.transactionId)}`)
  const link = escrowLink(escrow.transactionId)
  const { currency: asset, deposit } = escrow
  const due = await dueNow(deps.db, { amount: deposit.stillDue, asset, now: deps.clock.now(), payerId: viewer.id })
  return { escrow, news, qr: drawPaymentQr(deposit.uri), due, look: lookIn(query.get('look')), link }
}

/** How often a page without JavaScript has polled. */
function lookIn(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(Number(text), POLLS) : 0
}
