import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Storage } from '#app/ports.ts'
import type { Deps } from '#app/workflow-deps.ts'

const LIMIT_MS = 20_000
const AGAIN_MS = 60_000
/** The folder of interrupted uploads: a left-over trial file is swept with them. */
const PLACE = 'incoming/'

/** Why the last trial of a store failed. */
const storeFailures = new WeakMap<Storage, string>()

/** Health names it until a trial has succeeded. Null: it succeeded, or was not tried. */
export function storeFailureAtStart(storage: Storage): string | null {
  return storeFailures.get(storage) ?? null
}

/**
 * At the start of a process, stores, reads and removes a small file in the document store; again each minute until it
 * works. A failing store does not prevent the start: payments and payouts need none. Returns a function that stops it.
 */
export function tryStore(deps: Pick<Deps, 'storage' | 'log' | 'newId'>): () => void {
  const ending = new AbortController()
  void keepTrying(deps, ending.signal)
  return () => ending.abort()
}

async function keepTrying({ storage, log, newId }: Parameters<typeof tryStore>[0], signal: AbortSignal): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    const trouble = await tryOnce(storage, `${PLACE}trial-${newId()}`)
    if (trouble === null) {
      storeFailures.delete(storage)
      if (tries > 1) log.info({ tries }, 'document store recovered')
      return
    }
    storeFailures.set(storage, trouble)
    // Logged once: health keeps naming it.
    if (tries === 1) {
      log.error({ setting: 'STORAGE_FOLDER or S3_…', cause: trouble }, 'document store check failed')
    }
    await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Null: the store kept the file, and removed it. */
export async function tryOnce(storage: Storage, key: string): Promise<string | null> {
  const silence = new AbortController()
  const limit = delay(LIMIT_MS, `no answer within ${LIMIT_MS / 1_000} s`, { signal: silence.signal, ref: false })
  try {
    return await Promise.race([putReadAndRemove(storage, key), limit])
  } catch (error) {
    // Any error, also an SDK that rejects its settings: a person has to read it.
    return causeOf(error)
  } finally {
    silence.abort()
    limit.catch(() => undefined)
  }
}

async function putReadAndRemove(storage: Storage, key: string): Promise<string | null> {
  const content = Buffer.from(`Quayside tries its store: ${key}`)
  await storage.put(key, Readable.from([content]))
  const kept = await buffer(await storage.read(key))
  await storage.remove(key)
  return kept.equals(content) ? null : 'it gave back something else than it was given'
}
