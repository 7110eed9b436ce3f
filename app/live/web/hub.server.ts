/**
 * Everybody who waits for news on a page of this process, by what they wait for. One connection listens for all of them; while
 * it hears, nothing is asked but every 20 seconds, in one question for all. While it does not, that question is asked every
 * 3 seconds: nobody misses anything, it only takes longer.
 */

const CHECK_MS = { hearing: 20_000, deaf: 3_000 } as const
/** Something goes to everybody so often: proxies cut what is silent, and a browser learns that it was left. */
const BEAT_MS = 10_000
/** Then the page is asked for anew all the same: its prices and names are as old as it is, and the right to hear is looked at. */
const LIFE_MS = 15 * 60_000
/** The connection is kept for whoever comes next. */
const LINGER_MS = 30_000
/** What was told so long ago is known to every answer under way. */
const REMEMBER_MS = 60_000

/** changed: ask for the page. over: signed out. again: the process ends, ask another one. */
export type LastWord = 'changed' | 'over' | 'again'

export type Listener = {
  /** The names under which the subject and the session are told of. */
  subject: string
  session: string
  userId: string
  /** The version that the page shows. */
  since: string
  beat: () => void
  /** Called once, at the end. */
  end: (word: LastWord) => void
}

export type HubSettings = {
  /** The state of each subject and session, by name, as it is now; sessions that ended are not among them. */
  findStates: (names: Set<string>) => Promise<Map<string, string>>
  openEar: (ears: { onHeard: (name: string) => void; onHearing: (hears: boolean) => void }) => { close(): void }
  /** Says so when nothing is heard, once, and when it is heard again. */
  tell: (hears: boolean) => void
  most: { ofAll: number; ofUser: number }
}

export type Hub = {
  /** To be taken before the version is read with which a listener is added: what is told after it is not missed. */
  moment(): number
  /** Answers with what takes the listener away; null when there are too many. */
  add(listener: Listener, since: number): (() => void) | null
  /** How many listen. */
  size(): number
  isHearing(): boolean
  /** Sends everybody away, and takes nobody any more: the process ends. */
  close(): void
}

type Held = Listener & { until: number }

export function openHub({ findStates, openEar, tell, most }: HubSettings): Hub {
  const byName = new Map<string, Set<Held>>()
  const all = new Set<Held>()
  const perUser = new Map<string, number>()
  /** The newest telling of each name, and when it was. */
  const told = new Map<string, { moment: number; at: number }>()
  let moment = 0
  let running: { stop(): void } | null = null
  let isHearing = false
  let isClosed = false
  let lingering: NodeJS.Timeout | undefined

  function remove(listener: Held): boolean {
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

  function end(listener: Held, word: LastWord): void {
    if (remove(listener)) listener.end(word)
  }

  function hear(name: string): void {
    moment += 1
    told.set(name, { moment, at: Date.now() })
    for (const listener of byName.get(name) ?? []) end(listener, listener.session === name ? 'over' : 'changed')
  }

  /** Compares what everybody shows with what is. */
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
      // A database that is away has told nothing either; it is asked again.
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
      const held: Held = { ...listener, until: Date.now() + LIFE_MS }
      all.add(held)
      perUser.set(held.userId, own + 1)
      for (const name of [held.subject, held.session]) {
        const others = byName.get(name) ?? new Set()
        byName.set(name, others.add(held))
      }
      running ??= run()
      for (const name of [held.session, held.subject]) {
        // It was told while the version was on its way here.
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
