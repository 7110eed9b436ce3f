/** Commands of the operator, run as they are typed. */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { World } from '../world/world.ts'

export type Run = { code: number | null; out: string; err: string }

export function settingsOf(world: Pick<World, 'harbour' | 'databaseUrl'>): Record<string, string> {
  return {
    ...world.harbour.environment(),
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: tmpdir(),
    LOG_LEVEL: 'silent',
  }
}

/** Runs a script with these arguments and settings. It gets nothing else of the environment but what Node needs. */
export function runScript(script: string, words: readonly string[], settings: Record<string, string>): Promise<Run> {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH ?? '', ...settings }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...words], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}
