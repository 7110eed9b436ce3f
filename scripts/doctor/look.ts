/** A look at one thing: what it found, or why nothing could be found, in time, whatever the other looks do. */
import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'

export type Look = { about: string; find: () => Promise<Finding[]> }

/** Longer than a client waits that asks twice. */
const PATIENCE_MS = 25_000

/** All at once; the findings in the order of the looks. `patienceMs`: a look that takes longer has found that there is no answer. */
export async function lookAt(looks: readonly Look[], patienceMs: number = PATIENCE_MS): Promise<Finding[]> {
  return (await Promise.all(looks.map((look) => inTime(look, patienceMs)))).flat()
}

async function inTime({ about, find }: Look, patienceMs: number): Promise<Finding[]> {
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
