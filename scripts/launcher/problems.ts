/** What can be wrong before anything runs, each in one sentence. */
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

/** A reason not to start that the reader can fix; its message is one sentence, shown without a stack. */
export class StartupProblem extends Error {
  override name = 'StartupProblem' as const
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Creates the folder if needed. Throws StartupProblem when nothing can be written there. */
export async function ensureWritableFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupProblem(
      `Quayside cannot write to the folder ${folder} (${codeOf(error)}): make it writable or choose another one with DATA_DIR.`,
    )
  }
}

/** Level by level: Node's recursive mkdir never returns for a folder in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder)
}

/** Throws StartupProblem when another program listens on this port of 127.0.0.1, or this user may not use it. */
export async function ensureFreePort(wanted: { port: number; use: string; setting: string }): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ port: wanted.port, host: '127.0.0.1', exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    const trouble = codeOf(error) === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${codeOf(error)})`
    throw new StartupProblem(
      `Port ${wanted.port} for the ${wanted.use} ${trouble}: free it or choose another one with ${wanted.setting}.`,
    )
  }
  probe.close()
  await once(probe, 'close')
}

/** Returns a free port of 127.0.0.1, followed by `count - 1` free ones. For tests. */
export async function findFreePorts(count: number): Promise<number> {
  for (let tried = 0; tried < 100; tried += 1) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const checks = await Promise.allSettled(
      ports.map((port) => ensureFreePort({ port, use: 'tests', setting: 'PORT' })),
    )
    if (checks.every((check) => check.status === 'fulfilled')) return first
  }
  throw new StartupProblem(`No ${count} free ports in a row were found between 20000 and 32000.`)
}

/** The system's short name of an error, such as EACCES. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : reasonOf(error)
}
