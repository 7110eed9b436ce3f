import { redirect } from '@remix-run/node'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { loadViewer, requireAdmin, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { noteOperatorView } from '#app/accounts/workflows/note-operator-view.server.ts'
import { searchAdminEscrow } from '#app/admin/queries/escrow.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { noticed } from '#app/trade/lookup/web/noticed.server.ts'
import type { OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import { showOnchainEscrow } from '#app/trade/onchain/queries/onchain-view.server.ts'

/** `reader` null: an operator, who only reads. */
type Found = { viewer: Viewer; escrow: EscrowView; hold: OnchainView; reader: Reader | null }

/** The on-chain escrow, for its sides, a named seller and operators. Throws the guards' responses, or a redirect. */
export async function findOnchain(request: Request, txid: string): Promise<Found> {
  const isOperator = (await loadViewer(request))?.role === 'admin'
  const viewer = isOperator ? await requireAdmin(request) : await requireVisit('/held', request)
  await countTry('look_up_by_user', viewer.id)
  const asked = { viewer, typed: txid, network: escrowNetwork(), now: deps.clock.now() }
  const found = isOperator
    ? await searchAdminEscrow(deps.db, asked)
    : await noticed(viewer.id, () => lookUpEscrow(deps.db, asked))
  const escrow = found && ('view' in found ? found.view : found)
  const hold = escrow && (await showOnchainEscrow(deps.db, { escrowId: escrow.id, now: asked.now }))
  if (!escrow || !hold) {
    throw redirect(`${isOperator ? '/admin-panel/escrows' : '/transaction-lookup'}?txid=${encodeURIComponent(txid)}`)
  }
  if (isOperator) await noteOperatorView(deps, { escrowId: escrow.id, operatorId: viewer.id })
  return { viewer, escrow, hold, reader: found && 'reader' in found ? found.reader : null }
}
