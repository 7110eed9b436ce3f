/** Long polling for changes, in the browser only. */
import { newsAddress } from '#app/live/domain/news-path.ts'

/** Name of the subject, and the version that the page shows. */
export type News = { of: string; since: string }

/**
 * changed: reload the data. again: ask once more. quiet: no change, and the answer was not held open. refused: signed
 * out or not permitted. lost: no answer. left: the tab is hidden or the browser offline.
 */
type Heard = 'changed' | 'again' | 'quiet' | 'refused' | 'lost' | 'left'

/** At most so many tabs hold an answer open: with HTTP/1.1 a browser opens six connections to a host in all tabs. */
const LINES = ['quayside-news-1', 'quayside-news-2', 'quayside-news-3']
/** Timeout; the server sends something every ten seconds. */
const SILENCE_MS = 25_000
/** Poll interval while answers are not held open. */
const SHORT_MS = 7_000
const PAUSE_MS = { changed: 1_000, again: 300, quiet: SHORT_MS, refused: 30_000, lost: 1_500, left: 0 } as const
const LONGEST_PAUSE_MS = 15_000
/** A repeated answer after a longer time does not increase the backoff. */
const AT_ONCE_MS = 5_000

/** Calls `onNews` when the data should be loaded, until `signal` aborts. Repeats a call that was not acted on. */
export async function hearNews(
  news: News,
  { signal, onNews }: { signal: AbortSignal; onNews: () => void },
): Promise<void> {
  let last: Heard | null = null
  let repeats = 0
  while (!signal.aborted) {
    await untilSeen(signal)
    if (signal.aborted) return
    const asked = performance.now()
    const heard = await ask(news, signal)
    if (signal.aborted) return
    repeats = heard === last && performance.now() - asked < AT_ONCE_MS ? repeats + 1 : 0
    last = heard
    if (heard === 'changed' || heard === 'refused') onNews()
    // Jitter: a server that stops sends everybody away at the same time.
    const least = PAUSE_MS[heard]
    const most = heard === 'quiet' ? least : Math.max(least, Math.min(LONGEST_PAUSE_MS, least * 2 ** repeats))
    await pause(most * (0.75 + Math.random() / 2), signal)
  }
}

/** Holds the answer open if one of LINES is free. */
async function ask(news: News, signal: AbortSignal): Promise<Heard> {
  // Missing outside secure contexts (localhost is one); there, each tab holds an answer open.
  if (!navigator.locks) return fetchNews(news, { isKeptOpen: true, signal })
  for (const line of LINES) {
    const heard = await navigator.locks.request(line, { ifAvailable: true }, (lock) =>
      lock ? fetchNews(news, { isKeptOpen: true, signal }) : null,
    )
    if (heard) return heard
  }
  return fetchNews(news, { isKeptOpen: false, signal })
}

type Fetching = { isKeptOpen: boolean; signal: AbortSignal }

async function fetchNews(news: News, { isKeptOpen, signal }: Fetching): Promise<Heard> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  const hide = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  let silence = setTimeout(leave, SILENCE_MS)
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(leave, SILENCE_MS)
  }
  signal.addEventListener('abort', leave)
  document.addEventListener('visibilitychange', hide)
  window.addEventListener('offline', leave)
  try {
    const response = await fetch(newsAddress({ ...news, isKeptOpen }), { signal: gone.signal, cache: 'no-store' })
    if (response.status === 204 || response.status === 429) return 'quiet'
    if (response.status >= 500) return 'lost'
    if (!response.ok) return 'refused'
    return wordOf(await readAll(response, listen))
  } catch {
    return isAway() ? 'left' : 'lost'
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', leave)
    document.removeEventListener('visibilitychange', hide)
    window.removeEventListener('offline', leave)
  }
}

function wordOf(text: string): Heard {
  const word = text.trim()
  if (word === 'changed' || word === 'again') return word
  if (word === 'over') return 'refused'
  return word === 'often' ? 'quiet' : 'lost'
}

async function readAll({ body }: Response, onPart: () => void): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onPart()
    text += decoder.decode(part.value, { stream: true })
  }
  return text
}

/** No requests from hidden tabs and offline browsers. */
function isAway(): boolean {
  return document.visibilityState === 'hidden' || !navigator.onLine
}

async function untilSeen(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isAway()) {
    await new Promise<void>((resolve) => {
      const done = () => {
        document.removeEventListener('visibilitychange', done)
        window.removeEventListener('online', done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      document.addEventListener('visibilitychange', done)
      window.addEventListener('online', done)
      signal.addEventListener('abort', done)
    })
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
