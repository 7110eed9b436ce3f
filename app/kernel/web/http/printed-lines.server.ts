import { format } from 'node:util'
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Log } from '#app/workflow-deps.ts'

/**
 * Turns what packages print, Express above all when it cannot decode a URL, into a line of the log: only one, with the
 * request that caused it, and without a stack.
 */
export function catchPrinted(log: Log): void {
  const tell = (...said: unknown[]) => {
    const [first] = said
    const cause = first instanceof Error ? causeOf(first) : format(...said).split('\n')[0]
    log.warn({ cause }, 'package output captured')
  }
  console.error = tell
  console.warn = tell
}
