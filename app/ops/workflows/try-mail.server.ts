import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { noteMailTrouble } from '#app/ops/db/processes.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const AGAIN_MS = 60_000

/**
 * Asks the mail service for its word on our key, when a worker starts; again each minute until it has taken it. A refused key keeps
 * nothing from starting: payouts need no letters, and those that are owed wait. Whoever looks at the machine reads of it at the
 * process of this id, which has said that it runs. Answers with a stop.
 */
export function tryMail(deps: Pick<Deps, 'db' | 'mailer' | 'log'>, id: string): () => void {
  const ending = new AbortController()
  void keepTrying(deps, { id, signal: ending.signal })
  return () => ending.abort()
}

async function keepTrying(
  { db, mailer, log }: Parameters<typeof tryMail>[0],
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  for (let wasRefused = false; !signal.aborted; ) {
    const key = await mailer.askAboutKey()
    try {
      if (key.is === 'taken') {
        await noteMailTrouble(db, { id, mailTrouble: null })
        if (wasRefused) log.info({}, 'the mail service takes the key')
        return
      }
      // A service that is away has not refused it, nor taken back what it said.
      if (key.is === 'refused') {
        // Once: health goes on naming it.
        if (!wasRefused) log.error({ cause: key.words }, 'the mail service refuses RESEND_API_KEY: no letter leaves')
        wasRefused = true
        await noteMailTrouble(db, { id, mailTrouble: key.words })
      }
    } catch (error) {
      log.warn({ cause: causeOf(error) }, 'what the mail service says of the key could not be written down')
    }
    await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
