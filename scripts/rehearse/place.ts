/** Runs one process after the other, as the image starts them, without the right to write files. */

import { type BareProcess, endBare, startBare } from '#tests/support/runner/worker-process.ts'
import { originOf } from '../launcher/environment.ts'
import { answersOk } from '../launcher/health.ts'

const READY_LIMIT_MS = 180_000

/** Node refuses writes, as a container with a read-only file system does (docs/operating.md, The rehearsal). */
const READ_ONLY = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker', '--allow-child-process']
const COMMANDS = {
  web: [
    '--max-semi-space-size=16',
    '--heap-growing-percent=60',
    '--import',
    './build/programs/web-preload.js',
    'node_modules/@remix-run/serve/dist/cli.js',
    'build/server/index.js',
  ],
  worker: ['--max-semi-space-size=2', 'build/programs/worker.js'],
}

export type Place = {
  /** The folder of the program. */
  program: string
  /** Settles when the process can be used. `changes`: settings that only this process has. */
  start(changes?: Record<string, string>): Promise<void>
  /** Sends SIGTERM or the given signal. Returns the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | string | null>
  /** All output of its processes. */
  lines(): string[]
}

export function openPlace(of: {
  role: 'web' | 'worker'
  program: string
  port: number | null
  env: NodeJS.ProcessEnv
}): Place {
  const { role, program, port } = of
  const env = port === null ? of.env : { ...of.env, HOST: '127.0.0.1', PORT: String(port) }
  const former: string[] = []
  let running: BareProcess | null = null
  return {
    program,
    async start(changes = {}) {
      const started = startBare(
        { ...env, ...changes },
        [process.execPath, '--no-warnings', ...READ_ONLY, ...COMMANDS[role]],
        program,
      )
      running = started
      if (port === null) await started.untilLine('worker started')
      else await untilAnswers(started, port)
    },
    async stop(signal = 'SIGTERM') {
      if (running === null) return null
      const ended = await endBare(running, signal)
      former.push(...running.lines())
      running = null
      return ended
    },
    lines: () => [...former, ...(running?.lines() ?? [])],
  }
}

async function untilAnswers(started: BareProcess, port: number): Promise<void> {
  const asking = new AbortController()
  const limit = setTimeout(() => asking.abort(), READY_LIMIT_MS)
  started.process.once('exit', () => asking.abort())
  await answersOk(`${originOf(port)}/healthz`, asking.signal)
  clearTimeout(limit)
  if (asking.signal.aborted) throw new Error(`The web app did not start:\n${started.lines().join('\n')}`)
}
