import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { loadViewer, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { findFeeJustPaid } from '#app/fees/queries/payment-page.server.ts'
import { deps } from '#app/runtime.server.ts'

/**
 * Returns the buyer who has a fee to pay, or the announcement that one was settled a moment ago: the page is closed to
 * payers, but must still confirm their payment. Throws everybody else's redirect, with the given headers.
 */
export async function visitPayment(
  request: Request,
  headers: Record<string, string> = {},
): Promise<{ viewer: Viewer } | { justPaid: { netUsd: string } }> {
  try {
    const viewer = await requireVisit('/payment', request)
    // Open after one escrow's fee, too: somebody who pays the rest for a larger escrow needs the form.
    const wantsMore = new URL(request.url).searchParams.has('amount')
    const justPaid = viewer.feeStanding === 'unused' && !wantsMore && (await findJustPaid(viewer))
    return justPaid ? { justPaid } : { viewer }
  } catch (answer) {
    // Read after the refusal: a fee settled at this moment is announced too.
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
