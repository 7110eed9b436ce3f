import { inTransaction } from '#app/kernel/db/client.server.ts'
import { findNewestSeal } from '#app/records/audit/db/chain.server.ts'
import { addUp, beginAnew, countOpen, lockState, storeState } from '#app/records/figures/db/figures.server.ts'
import { FIGURE_RULES } from '#app/records/figures/domain/measures.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Places of the log per transaction. */
const SLICE = 2_000
const MOST_SLICES = 20
/** The open escrows are recomputed after this time. */
const OPEN_MS = 10 * 60_000

/**
 * Adds newly sealed events to the sums (docs/decisions/060). Sums and cursor change in one transaction, so that each
 * event counts once, however often this runs. A late event counts for the day on which it happened. Sums of older rules
 * are recomputed; under newer rules this outdated worker adds nothing. Returns when to continue.
 */
export async function addFigures(
  deps: Pick<Deps, 'db' | 'clock'>,
  { rules = FIGURE_RULES }: { rules?: number } = {},
): Promise<Date | null> {
  const size = (await findNewestSeal(deps.db))?.peaks.size ?? 0
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const isMore = await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const state = await lockState(tx, { now, rules })
      if (state.rules > rules) return false
      const isOld = state.rules < rules
      if (isOld) await beginAnew(tx, rules)
      const [after, openAt] = [isOld ? 0 : state.seq, state.openAt]
      const upTo = Math.min(after + SLICE, size)
      if (after < upTo) await addUp(tx, { after, upTo })
      await storeState(tx, { seq: Math.max(after, upTo), at: now })
      if (openAt === null || now.getTime() - openAt.getTime() > OPEN_MS) await countOpen(tx, now)
      return upTo < size
    })
    if (!isMore) return null
  }
  return deps.clock.now()
}
