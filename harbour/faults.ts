/**
 * Fault switches of the harbour: what a stand-in should do wrong, how often, and to which requests. Set through the
 * admin endpoint or directly in tests; every stand-in asks `take` before and after it does its work.
 */

export const FAULT_TARGETS = ['horizon', 'rippled', 'market', 'post'] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

export const FAULT_KINDS = [
  /** Close the connection without doing anything. */
  'drop_before',
  /** Do the work, then close the connection without an answer. */
  'drop_after',
  /** Answer late, by `delayMs`. */
  'delay',
  /** Do the work and answer when the fault is cleared, not before. */
  'hold',
  /**
   * 429 with Retry-After (Horizon, market, post). rippled closes the socket for too much load (1008); a socket that is
   * opened while the fault is on is closed, too (the request is called `connect`). Over HTTP it answers 503.
   */
  'too_many',
  /** 500, or 504 for a submission to Horizon, which then is not applied; noNetwork on rippled. */
  'server_error',
  /** rippled: answered with tooBusy and not done. */
  'too_busy',
  /** 200 with an HTML page in place of the answer. */
  'html',
  /** Reads answer from `lagLedgers` ledgers ago. */
  'lag',
  /** A submitted transaction looks accepted, then fails when its ledger closes. */
  'provisional_failure',
  /** A submitted transaction looks accepted and is never included. */
  'never_include',
  /** rippled: a submitted transaction looks accepted and is included `lagLedgers` ledgers late, if it still may be. */
  'include_late',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export type Fault = {
  target: FaultTarget
  kind: FaultKind
  /** Substring of the request's path (HTTP) or name of the command (rippled). Empty: every request. */
  match: string
  /** How many requests it still hits; null: until it is cleared. */
  times: number | null
  delayMs: number
  lagLedgers: number
}

/** One that is on, and how many requests it keeps waiting. */
export type FaultAtWork = Fault & { waiting: number }

export type Faults = {
  set(fault: Pick<Fault, 'target' | 'kind'> & Partial<Fault>): void
  clear(target?: FaultTarget): void
  list(): readonly FaultAtWork[]
  /** The fault of one of these kinds that hits this request, counted as used; undefined when there is none. */
  take(target: FaultTarget, request: string, kinds: readonly FaultKind[]): Fault | undefined
  /** Settles when the faults of this one's target are cleared, also after it has hit as often as it was to. */
  untilCleared(fault: Fault): Promise<void>
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  const held = new Map<Fault, { over: PromiseWithResolvers<void>; waiting: number }>()
  return {
    set(fault) {
      faults.push({ match: '', times: null, delayMs: 2_000, lagLedgers: 5, ...fault })
    },
    clear(target) {
      faults = target === undefined ? [] : faults.filter((fault) => fault.target !== target)
      for (const [fault, { over }] of held) {
        if (target !== undefined && fault.target !== target) continue
        held.delete(fault)
        over.resolve()
      }
    },
    list: () => faults.map((fault) => ({ ...fault, waiting: held.get(fault)?.waiting ?? 0 })),
    take(target, request, kinds) {
      const hit = faults.find(
        (fault) => fault.target === target && kinds.includes(fault.kind) && request.includes(fault.match),
      )
      if (hit?.times != null) {
        hit.times -= 1
        if (hit.times <= 0) faults = faults.filter((fault) => fault !== hit)
      }
      return hit
    },
    untilCleared(fault) {
      const { over, waiting } = held.get(fault) ?? { over: Promise.withResolvers<void>(), waiting: 0 }
      held.set(fault, { over, waiting: waiting + 1 })
      return over.promise
    },
  }
}
