import { causeOf } from '#app/kernel/domain/cause.ts'
import { deps, isPaused } from '#app/runtime.server.ts'
import { noteVisit } from '#app/trade/terms/workflows/note-visit.server.ts'

/**
 * What a party's page shows of an escrow, read once more where the reading itself moved a deadline (decision 109). That it cannot be
 * written down keeps nobody from reading.
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
    deps.log.warn(
      { cause: causeOf(error), escrow: view.id },
      'it could not be written down that a party opened the page',
    )
    return view
  }
}
