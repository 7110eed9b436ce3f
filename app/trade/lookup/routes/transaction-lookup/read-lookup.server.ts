import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { ownViewLinks } from '#app/escrow/web/view-links.server.ts'
import { drawPaymentQr } from '#app/ledgers/references/web/qr.server.ts'
import { versionOfTyped } from '#app/live/web/versions.server.ts'
import { deps } from '#app/runtime.server.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowLink } from '#app/trade/lookup/web/escrow-link.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { noticed } from '#app/trade/lookup/web/noticed.server.ts'
import { readOnchainOf } from '#app/trade/lookup/web/read-onchain.server.ts'
import { pollBeforeRelease } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { dueNow } from '#app/trade/opening/queries/due-now.server.ts'

/**
 * Reads everything for the page of the typed escrow. Null: not found or not permitted. One function, so that the page
 * answers with one sentence whichever query fails (spec §8).
 */
export async function readLookup({ viewer, typed }: { viewer: Viewer; typed: string }) {
  const news = await versionOfTyped(typed)
  const ask = { viewer, typed, network: escrowNetwork() }
  const lookUp = () => lookUpEscrow(deps.db, { ...ask, now: deps.clock.now() })
  const found = await noticed(viewer.id, lookUp)
  if (!found) return null
  // Before the buyer decides, looks on the ledger for deposits that a release would also open.
  const isSecret = found.custody.settledBy === 'secret'
  const isAsked = isSecret && found.may.review && (await pollBeforeRelease(deps, { escrowId: found.id }))
  const escrow = (isAsked && (await lookUp())) || found
  // Only the buyer pays, and only to an account of ours.
  const qr =
    escrow.reader === 'buyer' && escrow.custody.fundedBy === 'deposit' ? drawPaymentQr(escrow.deposit.uri) : null
  const asked = { amount: escrow.deposit.stillDue, asset: escrow.currency, now: deps.clock.now(), payerId: viewer.id }
  const due = qr && escrow.stage === 'awaiting_funds' ? await dueNow(deps.db, asked) : null
  const viewLinks = await ownViewLinks({ escrowId: escrow.id, userId: viewer.id })
  const held = await readOnchainOf(escrow, viewer.id)
  return { escrow: { ...escrow, viewLinks }, held, news, qr, due, link: escrowLink(escrow.transactionId) }
}
