import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Log } from '#app/workflow-deps.ts'

/**
 * Does the work for each item in turn; a failure does not stop the others and is left for the next sweep. All failures
 * are one line of the log, with the first of them.
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  sweep: { work: (item: Item) => Promise<unknown>; log: Log; what: string },
): Promise<void> {
  const failures: { item: Item; cause: string }[] = []
  for (const item of items) {
    try {
      await sweep.work(item)
    } catch (error) {
      failures.push({ item, cause: causeOf(error) })
    }
  }
  const [first] = failures
  if (first === undefined) return
  sweep.log.warn({ failed: failures.length, of: items.length, first: first.item, cause: first.cause }, sweep.what)
}
