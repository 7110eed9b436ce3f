/** CPU and memory of a process, from /proc. */
import { readFile } from 'node:fs/promises'

/** The kernel's CPU accounting has 100 ticks a second on every current Linux. */
const TICK_MS = 10

/** CPU milliseconds that all threads of a process have used. */
export async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The second field is the name in brackets and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export async function rssMbOf(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
