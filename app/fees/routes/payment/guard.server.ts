import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { loadViewer, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { findFeeJustPaid } from '#app/fees/queries/payment-page.server.ts'
import { deps } from '#app/runtime.server.ts'

/**
 * The buyer who has a fee to pay, or the announcement that it was settled a moment ago: the page is closed to those who
 * have paid, but must still tell them that their payment has arrived. Throws the redirect of everyone else, with the
 * headers given.
 */
export async function visitPayment(
  request: Request,
  headers: Record<string, string> = {},
): Promise<{ viewer: Viewer } | { justPaid: { netUsd: string } }> {
  try {
    const viewer = await requireVisit('/payment', request)
    // The page stays open to who has paid for one escrow. Somebody who comes for the rest of a larger one needs the form.
    const wantsMore = new URL(request.url).searchParams.has('amount')
    const justPaid = viewer.feeStanding === 'unused' && !wantsMore && (await findJustPaid(viewer))
    return justPaid ? { justPaid } : { viewer }
  } catch (answer) {
    // Read after the refusal: a fee that is settled at this moment is announced, never only turned away.
    const viewer = await loadViewer(request)
    const justPaid = viewer?.hasPaid && (await findJustPaid(viewer))
    if (justPaid) return { justPaid }
    if (answer instanceof Response)
      for (const [name, value] of Object.entries(headers)) answer.headers.append(name, value)
    throw answer
  }
}

function findJustPaid({ id: userId }: Viewer) {
  return findFeeJustPaid(deps.db, { userId, now: deps.clock.now() })
}
