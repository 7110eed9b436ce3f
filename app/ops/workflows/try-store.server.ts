import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Storage } from '#app/ports.ts'
import type { Deps } from '#app/workflow-deps.ts'

const LIMIT_MS = 20_000
const AGAIN_MS = 60_000
/** Where interrupted uploads lie: what a trial leaves behind is swept up with them. */
const PLACE = 'incoming/'

/** What the last trial of a store came to, where it did not work. */
const troubles = new WeakMap<Storage, string>()

/** Health names it until a trial has worked. Null: it worked, or was not tried. */
export function storeTroubleAtStart(storage: Storage): string | null {
  return troubles.get(storage) ?? null
}

/**
 * Puts a small file into the document store, reads it and removes it, when a process starts; again each minute until it has
 * worked. A store that does not work keeps nobody from starting: payments and payouts need none. Answers with a stop.
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
      troubles.delete(storage)
      if (tries > 1) log.info({ tries }, 'the document store works')
      return
    }
    troubles.set(storage, trouble)
    // Once: health goes on naming it.
    if (tries === 1) {
      log.error(
        { cause: trouble },
        'the document store does not keep a file: uploads will fail; look at its settings (STORAGE_FOLDER, S3_…)',
      )
    }
    await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Null when the store kept what it was given, and let go of it. */
export async function tryOnce(storage: Storage, key: string): Promise<string | null> {
  const silence = new AbortController()
  const limit = delay(LIMIT_MS, `no answer within ${LIMIT_MS / 1_000} s`, { signal: silence.signal, ref: false })
  try {
    return await Promise.race([putReadAndRemove(storage, key), limit])
  } catch (error) {
    // Whatever it is, an SDK that refuses its settings too: a person has to read it.
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
