/** Keeps a subscription to an account open. rippled replays nothing, so every reopening counts as activity. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Connections } from './connections.server.ts'
import { openXrplSession, type SessionSettings, unavailable } from './session.server.ts'

/** Ledgers close every three to five seconds: a server that shows none for this long is stuck or gone. */
const LEDGER_SILENCE_MS = 20_000
const RESTART_MIN_MS = 1_000
const RESTART_MAX_MS = 30_000

/** Calls back after each opening and for each validated transaction of the account, until stopped. */
export function watchAccount(lines: Connections, account: string, onActivity: () => void): () => void {
  const stopped = new AbortController()
  void keepWatching(lines, account, onActivity, stopped.signal)
  return () => stopped.abort()
}

async function keepWatching(
  lines: Connections,
  account: string,
  onActivity: () => void,
  signal: AbortSignal,
): Promise<void> {
  let delay = RESTART_MIN_MS
  while (!signal.aborted) {
    const wasOpen = await watchOnce(lines.pick().client.settings, account, onActivity, signal)
    delay = wasOpen ? RESTART_MIN_MS : Math.min(delay * 2, RESTART_MAX_MS)
    // The pause rejects when stopped; the loop's condition sees it.
    await wait(delay, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** One session until its end. True: the subscription was open. */
async function watchOnce(
  settings: SessionSettings,
  account: string,
  onActivity: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const session = await openXrplSession(settings).catch(() => null)
  if (session === null) return false
  const end = () => void session.close()
  signal.addEventListener('abort', end)
  const giveUp = () => {
    settings.conduct.failed(unavailable('rippled shows no new ledgers'))
    end()
  }
  const watchdog = setTimeout(giveUp, LEDGER_SILENCE_MS)
  try {
    session.onLedger(() => watchdog.refresh())
    session.onTransaction(onActivity)
    await session.ask({ command: 'subscribe', accounts: [account] }, z.unknown())
    if (signal.aborted) return true
    onActivity()
    await session.ended
    return true
  } catch {
    // A subscription is only a wake-up: whatever failed, the next one is opened.
    return false
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', end)
    await session.close()
  }
}
