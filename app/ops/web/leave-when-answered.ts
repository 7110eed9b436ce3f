/** Decides when a web process that was asked to stop may exit: when every request that reached it is answered. */

export type Leaving = {
  /** A connection opened that has not sent a request yet. */
  connected(connection: object): void
  asked(connection: object): void
  /** Called once for each request, whatever its result. */
  answered(): void
  disconnected(connection: object): void
  /** No new connections from now on. */
  stop(): void
  /** Stops waiting for connections that have not sent a request. */
  stopWaitingForWords(): void
}

/** `leave` is called once, after `stop`. */
export function openLeaving(leave: () => void): Leaving {
  const wordless = new Set<object>()
  let underWay = 0
  let isStopping = false
  let hasLeft = false

  function leaveWhenAnswered(): void {
    if (!isStopping || hasLeft || underWay > 0 || wordless.size > 0) return
    hasLeft = true
    leave()
  }

  return {
    connected(connection) {
      wordless.add(connection)
    },
    asked(connection) {
      wordless.delete(connection)
      underWay += 1
    },
    answered() {
      underWay -= 1
      leaveWhenAnswered()
    },
    disconnected(connection) {
      if (wordless.delete(connection)) leaveWhenAnswered()
    },
    stop() {
      isStopping = true
      leaveWhenAnswered()
    },
    stopWaitingForWords() {
      wordless.clear()
      leaveWhenAnswered()
    },
  }
}
