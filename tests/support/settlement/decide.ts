import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { type DisputeProposal, decideDispute, weighDecision } from '#app/workflows/disputes/decide-dispute.server.ts'

/** The operator decides as on the page: reads what a decision would do, and then makes it. */
export async function decide(
  deps: Deps,
  proposal: DisputeProposal,
): Promise<Refusal | Awaited<ReturnType<typeof decideDispute>>> {
  const weighed = await weighDecision(deps, proposal)
  return isRefusal(weighed) ? weighed : decideDispute(deps, { ...proposal, seen: weighed.wallets })
}
