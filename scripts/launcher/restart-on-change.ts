/** `npm run dev`: a change of the code replaces the worker. The web app reloads itself through Vite. */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build.ts'
import type { ProcessSupervisor } from './keeping/process-supervisor.ts'
import { reasonOf } from './problems.ts'

/** An editor writes a file in several steps. */
const SETTLE_MS = 200

/**
 * Watches the worker's sources. Node's own --watch does not help: its watching process outlives a killed launcher.
 * @returns a function that stops watching.
 */
export function restartOnChange(worker: ProcessSupervisor, report: (line: string) => void): () => Promise<void> {
  let settling: NodeJS.Timeout | undefined
  // One restart after the other: later changes wait.
  let restarts = Promise.resolve()
  const restart = () => worker.restart().catch((error: unknown) => report(reasonOf(error)))
  const onChange = (file: string | null) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(settling)
    settling = setTimeout(() => {
      report(`${file} has changed; the worker starts anew.`)
      restarts = restarts.then(restart)
    }, SETTLE_MS)
  }
  const watchers: FSWatcher[] = ['app', 'worker'].map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, (_event, file) => onChange(file)),
  )
  return async () => {
    clearTimeout(settling)
    for (const watcher of watchers) watcher.close()
    await restarts
  }
}
