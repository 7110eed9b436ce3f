/** What a process uses, as the kernel counts it. */
import { readFile } from 'node:fs/promises'

/** The kernel's clock for processes ticks a hundred times a second on every Linux of today. */
const TICK_MS = 10

/** Milliseconds of CPU that a process has used, all of its threads together. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The second field is a name in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Megabytes of memory that a process keeps. */
export async function rssMbOf(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
