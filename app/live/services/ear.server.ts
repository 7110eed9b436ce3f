/**
 * Listens to PostgreSQL notifications on its own connection. Regularly tests itself with a word sent over another
 * connection: a silently broken connection, or a pooler that shares sessions, would go unnoticed otherwise.
 */
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const PROVE_EVERY_MS = 8_000
/** A test word that takes longer counts as lost. */
const HEARD_WITHIN_MS = 4_000
const REOPEN_MIN_MS = 250
const REOPEN_MAX_MS = 5_000

export type Ear = { close(): void }

type EarSettings = {
  databaseUrl: string
  channel: string
  /** Called for notifications from others. */
  onHeard: (word: string) => void
  /** Called when it starts or stops hearing; notifications in between are lost. */
  onHearing: (hears: boolean) => void
  /** Sends a word on the channel, over another connection. */
  say: (word: string) => Promise<void>
  /** Unique across processes. */
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

/** Runs one connection until it is lost or fails a test. True: it has heard at least once. */
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
    // The reason does not matter: a new connection is opened, and the versions reveal missed changes.
  } finally {
    signal.removeEventListener('abort', giveUp)
    // Without a termination message: with packet loss it would hang, and delay the next connection.
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
