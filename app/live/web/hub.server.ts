/**
 * All waiting pages of this process, by subject. One connection listens for all of them. While it hears, one query for
 * all checks the versions every 20 seconds; while it does not, every 3 seconds: changes are late, but never missed.
 */

const CHECK_MS = { hearing: 20_000, deaf: 3_000 } as const
/** Heartbeat: proxies close silent connections, and browsers notice by its absence that the server is gone. */
const BEAT_MS = 10_000
/** After that the page reloads anyway: its prices and names are old, and the permissions are checked again. */
const LIFE_MS = 15 * 60_000
/** Keeps the connection for the next listener. */
const LINGER_MS = 30_000
/** Notifications are remembered so long, for requests under way. */
const REMEMBER_MS = 60_000

/** changed: reload the data. over: signed out. again: this process ends, ask another one. */
export type LastWord = 'changed' | 'over' | 'again'

export type Listener = {
  /** Notification names of the subject and the session. */
  subject: string
  session: string
  userId: string
  /** The version that the page shows. */
  since: string
  beat: () => void
  /** Called once. */
  end: (word: LastWord) => void
}

export type HubSettings = {
  /** Current state of each subject and session, by name; ended sessions are missing. */
  findStates: (names: Set<string>) => Promise<Map<string, string>>
  openEar: (ears: { onHeard: (name: string) => void; onHearing: (hears: boolean) => void }) => { close(): void }
  /** Reports once that the connection is deaf, and once that it hears again. */
  tell: (hears: boolean) => void
  most: { ofAll: number; ofUser: number }
}

export type Hub = {
  /** Take it before reading the version for `add`: later notifications are then not missed. */
  moment(): number
  /** Returns a function that removes the listener. Null: too many listeners. */
  add(listener: Listener, since: number): (() => void) | null
  size(): number
  isHearing(): boolean
  /** Ends all listeners and accepts no more: the process ends. */
  close(): void
}

type WaitingAnswer = Listener & { until: number }

export function openHub({ findStates, openEar, tell, most }: HubSettings): Hub {
  const byName = new Map<string, Set<WaitingAnswer>>()
  const all = new Set<WaitingAnswer>()
  const perUser = new Map<string, number>()
  /** The last notification of each name, and its time. */
  const told = new Map<string, { moment: number; at: number }>()
  let moment = 0
  let running: { stop(): void } | null = null
  let isHearing = false
  let isClosed = false
  let lingering: NodeJS.Timeout | undefined

  function remove(listener: WaitingAnswer): boolean {
    if (!all.delete(listener)) return false
    for (const name of [listener.subject, listener.session]) {
      const others = byName.get(name)
      others?.delete(listener)
      if (others?.size === 0) byName.delete(name)
    }
    const left = (perUser.get(listener.userId) ?? 1) - 1
    if (left === 0) perUser.delete(listener.userId)
    else perUser.set(listener.userId, left)
    if (all.size === 0) lingering = setTimeout(rest, LINGER_MS).unref()
    return true
  }

  function end(listener: WaitingAnswer, word: LastWord): void {
    if (remove(listener)) listener.end(word)
  }

  function hear(name: string): void {
    moment += 1
    told.set(name, { moment, at: Date.now() })
    for (const listener of byName.get(name) ?? []) end(listener, listener.session === name ? 'over' : 'changed')
  }

  /** Compares all shown versions with the current ones. */
  async function check(): Promise<void> {
    const before = Date.now() - REMEMBER_MS
    for (const [name, { at }] of told) if (at < before) told.delete(name)
    if (byName.size === 0) return
    const asked = [...all]
    const states = await findStates(new Set(byName.keys()))
    for (const listener of asked) {
      if (!states.has(listener.session)) end(listener, 'over')
      else if (states.get(listener.subject) !== listener.since || listener.until < Date.now()) end(listener, 'changed')
    }
  }

  function run(): { stop(): void } {
    let checking: NodeJS.Timeout | undefined
    let isStopped = false
    let isToldDeaf = false
    const checkAndGoOn = async () => {
      clearTimeout(checking)
      if (!isHearing && !isToldDeaf) {
        isToldDeaf = true
        tell(false)
      }
      // If the database is down there are no changes either; the next check follows.
      await check().catch(() => undefined)
      clearTimeout(checking)
      if (!isStopped) checking = setTimeout(checkAndGoOn, CHECK_MS[isHearing ? 'hearing' : 'deaf']).unref()
    }
    const ear = openEar({
      onHeard: hear,
      onHearing(hears) {
        if (isStopped) return
        isHearing = hears
        if (hears && isToldDeaf) {
          isToldDeaf = false
          tell(true)
        }
        void checkAndGoOn()
      },
    })
    checking = setTimeout(checkAndGoOn, CHECK_MS.deaf).unref()
    const beating = setInterval(() => {
      for (const listener of all) listener.beat()
    }, BEAT_MS).unref()
    return {
      stop() {
        isStopped = true
        clearTimeout(checking)
        clearInterval(beating)
        ear.close()
        isHearing = false
      },
    }
  }

  function rest(): void {
    running?.stop()
    running = null
    told.clear()
  }

  return {
    moment: () => moment,
    add(listener, since) {
      const own = perUser.get(listener.userId) ?? 0
      if (isClosed || all.size >= most.ofAll || own >= most.ofUser) return null
      clearTimeout(lingering)
      const held: WaitingAnswer = { ...listener, until: Date.now() + LIFE_MS }
      all.add(held)
      perUser.set(held.userId, own + 1)
      for (const name of [held.subject, held.session]) {
        const others = byName.get(name) ?? new Set()
        byName.set(name, others.add(held))
      }
      running ??= run()
      for (const name of [held.session, held.subject]) {
        // Notified after the version was read.
        if ((told.get(name)?.moment ?? 0) > since) end(held, name === held.session ? 'over' : 'changed')
      }
      return () => void remove(held)
    },
    size: () => all.size,
    isHearing: () => isHearing,
    close() {
      isClosed = true
      for (const listener of all) end(listener, 'again')
      clearTimeout(lingering)
      rest()
    },
  }
}
