/** When a web process that was asked to stop may end: when all that has reached it is answered. */

export type Leaving = {
  /** Somebody is at the door, and has not said a word yet. */
  connected(connection: object): void
  asked(connection: object): void
  /** Each request once, whatever became of it. */
  answered(): void
  disconnected(connection: object): void
  /** The door is shut from now on. */
  stop(): void
  /** Whoever has not said a word by now is not waited for. */
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
