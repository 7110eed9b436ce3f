import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { screenSettlement } from '#app/screening/workflows/screen.server.ts'
import { wasCleared } from '#app/trade/onchain/db/clearances.server.ts'
import {
  isSettlementUnderReview,
  noteSettlementWait,
  type SettlementWait,
} from '#app/trade/onchain/db/settlement-limits.server.ts'
import type { StoredSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { openClearanceOf } from './ask-clearance.server.ts'
import { clearDeposit } from './clear-deposit.server.ts'

type Asked = {
  exit: Pick<StoredSettlement, 'id' | 'escrowId' | 'kind'>
  /** For which the deposit was made. */
  agreementId: string
  /** Quayside's signature or secret releases it; otherwise both sides have signed, or the ledger date returns it. */
  isOurWord: boolean
}

/**
 * May Quayside sign or send this settlement now? After the deposit only a match that operators have confirmed holds it
 * (decision 119); a possible match opens a review and holds nothing. Deposits from before clearances are weighed once.
 * Stores what it waits for. Ask again each time: the database refuses what is held.
 */
export async function mayHelp(deps: Deps, asked: Asked): Promise<boolean> {
  const { exit } = asked
  await compare(deps, exit)
  const waitsFor = await findWait(deps, asked)
  await noteSettlementWait(deps.db, { id: exit.id, waitsFor })
  if (waitsFor === null) return true
  deps.log.warn({ escrow: exit.escrowId, exit: exit.id, waitsFor }, 'settlement waiting')
  return false
}

/** Opens reviews. A failure here delays nobody's money. */
async function compare(deps: Deps, { id, escrowId }: Asked['exit']): Promise<void> {
  try {
    await screenSettlement(deps, id)
  } catch (error) {
    deps.log.error({ escrow: escrowId, exit: id, cause: causeOf(error), err: error }, 'settlement screening failed')
  }
}

async function findWait(deps: Deps, { exit, agreementId, isOurWord }: Asked): Promise<SettlementWait | null> {
  if (await isSettlementUnderReview(deps.db, exit.id)) return 'check'
  if (!isOurWord || exit.kind === 'expiry' || (await wasCleared(deps.db, agreementId))) return null
  const { escrowId } = exit
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => openClearanceOf(deps, tx, { escrowId, agreementId, now }))
  await clearDeposit(deps, { escrowId })
  return (await wasCleared(deps.db, agreementId)) ? null : 'second_operator'
}
