/**
 * Hears what PostgreSQL tells (LISTEN), on a connection of its own. Proves again and again that it hears, by a word that goes
 * out over another connection: one that broke off in silence, or a pooler that gives sessions away, would else go unnoticed.
 */
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const PROVE_EVERY_MS = 8_000
/** A word that takes longer is not heard. */
const HEARD_WITHIN_MS = 4_000
const REOPEN_MIN_MS = 250
const REOPEN_MAX_MS = 5_000

export type Ear = { close(): void }

type EarSettings = {
  databaseUrl: string
  channel: string
  /** Told by somebody else. */
  onHeard: (word: string) => void
  /** It begins to hear, or does not hear any more: what was told meanwhile is lost. */
  onHearing: (hears: boolean) => void
  /** Says a word on the channel, over another connection. */
  say: (word: string) => Promise<void>
  /** No two processes have the same. */
  newWord: () => string
}

export function openEar(settings: EarSettings): Ear {
  const closed = new AbortController()
  void keepListening(settings, closed.signal)
  return { close: () => closed.abort() }
}

async function keepListening(settings: EarSettings, signal: AbortSignal): Promise<void> {
  let pause = REOPEN_MIN_MS
  while (!signal.aborted) {
    const hasHeard = await listenOnce(settings, signal)
    if (hasHeard) settings.onHearing(false)
    pause = hasHeard ? REOPEN_MIN_MS : Math.min(pause * 2, REOPEN_MAX_MS)
    await wait(pause, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** One connection, until it is lost or found deaf. True when it has heard. */
async function listenOnce(settings: EarSettings, signal: AbortSignal): Promise<boolean> {
  const { databaseUrl, channel, onHeard, onHearing, say, newWord } = settings
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: databaseUrl,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: HEARD_WITHIN_MS,
    query_timeout: HEARD_WITHIN_MS,
  })
  const lost = new AbortController()
  const giveUp = () => lost.abort()
  client.on('error', giveUp)
  client.on('end', giveUp)
  signal.addEventListener('abort', giveUp)
  let hasHeard = false
  const own = `${newWord()} `
  let proof = { word: '', heard: Promise.withResolvers<void>() }
  client.on('notification', ({ payload = '' }) => {
    if (payload === proof.word) proof.heard.resolve()
    else if (!payload.startsWith(own)) onHeard(payload)
  })
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    for (let count = 0; !lost.signal.aborted; count += 1) {
      proof = { word: `${own}${count}`, heard: Promise.withResolvers<void>() }
      const inTime = AbortSignal.any([lost.signal, AbortSignal.timeout(HEARD_WITHIN_MS)])
      await Promise.race([Promise.all([say(proof.word), proof.heard.promise]), failWhen(inTime)])
      if (!hasHeard) onHearing(true)
      hasHeard = true
      await wait(PROVE_EVERY_MS, undefined, { signal: lost.signal, ref: false })
    }
  } catch {
    // Why it does not hear changes nothing: another one is opened, and the versions tell what was missed.
  } finally {
    signal.removeEventListener('abort', giveUp)
    // Without a goodbye: where packets get lost nobody would take it, and the next connection would wait for that.
    socket.destroy()
  }
  return hasHeard
}

function failWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
