/** A request to end a command whose child processes would otherwise go on. */

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts with Stopped on Ctrl-C, SIGTERM, or when the terminal closes. These no longer end the process themselves. */
export function wishToStop(): AbortSignal {
  const wish = new AbortController()
  const stop = () => wish.abort(new Stopped())
  // npm repeats the Ctrl-C of the terminal: the second one changes nothing.
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  // A closed terminal cannot be printed to, but everything still has to be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop)
  return wish.signal
}

export class Stopped extends Error {
  override name = 'Stopped' as const
  constructor() {
    super('Stopped.')
  }
}

/** Returns the result of `work`, or throws Stopped at once on a request: the caller then stops what it has started. */
export async function unlessStopped<Answer>(wish: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  if (wish.aborted) throw new Stopped()
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(new Stopped())
  wish.addEventListener('abort', stop)
  try {
    return await Promise.race([work(), stopped.promise])
  } finally {
    wish.removeEventListener('abort', stop)
  }
}
