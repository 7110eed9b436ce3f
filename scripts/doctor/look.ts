/** One check: its findings, or that there is no answer in time, independent of the other checks. */
import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'

export type Check = { about: string; find: () => Promise<Finding[]> }

/** Longer than a client that tries twice. */
const PATIENCE_MS = 25_000

/** Runs all checks at once; findings in their order. `patienceMs`: after this a check counts as unanswered. */
export async function check(looks: readonly Check[], patienceMs: number = PATIENCE_MS): Promise<Finding[]> {
  return (await Promise.all(looks.map((look) => inTime(look, patienceMs)))).flat()
}

async function inTime({ about, find }: Check, patienceMs: number): Promise<Finding[]> {
  const { mend } = findingsAbout(about)
  const bell = new AbortController()
  const silence = delay(patienceMs, [mend(`It gave no answer within ${patienceMs / 1000} s.`)], { signal: bell.signal })
  silence.catch(() => undefined)
  try {
    return await Promise.race([find(), silence])
  } catch (error) {
    return [mend(`It cannot be asked: ${causeOf(error)}.`)]
  } finally {
    bell.abort()
  }
}
