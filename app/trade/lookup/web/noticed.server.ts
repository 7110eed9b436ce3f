import { causeOf } from '#app/kernel/domain/cause.ts'
import { deps, isPaused } from '#app/runtime.server.ts'
import { noteVisit } from '#app/trade/terms/workflows/note-visit.server.ts'

/**
 * Records that a party opened the page, and reads the escrow again if that moved a deadline (decision 109). A failure
 * to record does not block the page.
 */
export async function noticed<View extends { id: string }>(
  userId: string,
  read: () => Promise<View | null>,
): Promise<View | null> {
  const view = await read()
  if (view === null || isPaused()) return view
  try {
    return (await noteVisit(deps, { escrowId: view.id, userId })) ? await read() : view
  } catch (error) {
    deps.log.warn({ cause: causeOf(error), escrow: view.id }, 'page visit not recorded')
    return view
  }
}
