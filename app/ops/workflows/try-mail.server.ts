import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { noteMailFailure } from '#app/ops/db/processes.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const AGAIN_MS = 60_000

/**
 * At the start of a worker, asks the mail service whether it accepts our key, and again each minute until it does. A
 * refused key does not prevent the start: payouts need no emails, and due ones wait. Monitoring reads the answer at the
 * process of this id, which has already recorded that it runs. Returns a function that stops it.
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
        await noteMailFailure(db, { id, mailTrouble: null })
        if (wasRefused) log.info({}, 'mail service key accepted')
        return
      }
      // An unavailable service has neither refused the key nor revoked its refusal.
      if (key.is === 'refused') {
        // Logged once: health keeps naming it.
        if (!wasRefused) log.error({ setting: 'RESEND_API_KEY', cause: key.words }, 'mail service key rejected')
        wasRefused = true
        await noteMailFailure(db, { id, mailTrouble: key.words })
      }
    } catch (error) {
      log.warn({ cause: causeOf(error) }, 'mail service key state not stored')
    }
    await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
