import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import {
  type DisputeProposal,
  decideDispute,
  weighDecision,
} from '#app/trade/disputes/workflows/decide-dispute.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The operator decides as on the page: reads the proposal's effects, then decides. */
export async function decide(
  deps: Deps,
  proposal: DisputeProposal,
): Promise<Refusal | Awaited<ReturnType<typeof decideDispute>>> {
  const weighed = await weighDecision(deps, proposal)
  return isRefusal(weighed) ? weighed : decideDispute(deps, { ...proposal, seen: weighed.wallets })
}
