import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Log } from '#app/workflow-deps.ts'

/**
 * Does the work for each item in turn; a failure does not stop the others and is left for the next sweep. All failures
 * are one line of the log, with the first of them: `what` is its message, `facts` are further fields of it.
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  sweep: { work: (item: Item) => Promise<unknown>; log: Log; what: string; facts?: object },
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
  const { item, cause } = first
  sweep.log.warn({ ...sweep.facts, failed: failures.length, of: items.length, first: item, cause }, sweep.what)
}
