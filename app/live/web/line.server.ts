/** The hub of this process, created for the first listener. */
import { findStates, NEWS_CHANNEL, publishNews } from '#app/live/db/news.server.ts'
import { openEar } from '#app/live/services/ear.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { type Hub, openHub } from './hub.server.ts'

/** Each takes some kilobytes. Pages above the limit poll instead. */
const MOST = { ofAll: 20_000, ofUser: 12 } as const

let hub: Hub | null = null

export function theHub(): Hub {
  hub ??= open()
  return hub
}

/** Ends all listeners and the connection; no more are accepted. */
export function closeHub(): void {
  hub?.close()
}

function open(): Hub {
  const opened = openHub({
    most: MOST,
    findStates: (names) =>
      findStates(deps.db, {
        escrows: ids(names, 'escrow'),
        fees: ids(names, 'fee'),
        sessions: ids(names, 'session'),
        now: deps.clock.now(),
      }),
    openEar: (ears) =>
      openEar({
        ...ears,
        databaseUrl: config.databaseUrl,
        channel: NEWS_CHANNEL,
        say: (word) => publishNews(deps.db, word),
        newWord: deps.newId,
      }),
    tell: (hears) => {
      if (hears) deps.log.info({}, 'database notifications restored')
      else deps.log.warn({}, 'database notifications lost')
    },
  })
  // Open answers must not delay the end of the process.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, opened.close)
  return opened
}

function ids(names: Set<string>, kind: string): string[] {
  const start = `${kind}:`
  return [...names].flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
}
