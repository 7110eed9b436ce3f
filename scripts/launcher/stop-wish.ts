/** That somebody wants a command of ours to end, whose processes would go on without it. */

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts with Stopped on Ctrl-C, on the wish of another process, and when the terminal is closed; none of them ends the command any more. */
export function wishToStop(): AbortSignal {
  const wish = new AbortController()
  const stop = () => wish.abort(new Stopped())
  // npm passes on the Ctrl-C that the terminal sent as well: the second one means the same.
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  // When the terminal is closed there is nobody to print to, but everything is still to be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop)
  return wish.signal
}

export class Stopped extends Error {
  override name = 'Stopped' as const
  constructor() {
    super('Stopped.')
  }
}

/** The work's own answer, or Stopped as soon as somebody wants it: whoever called it then puts away what it has started. */
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
