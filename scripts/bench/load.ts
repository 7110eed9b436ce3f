import autocannon from 'autocannon'
import { cpuMsOf, rssMbOf } from './usage.ts'

export type Subject = {
  name: string
  url: string
  pid: number
  headers: Record<string, string>
  /** The minimum ratio of the page's speed to a bare page's. Null: it is the bare page. */
  goal: number | null
}

export type Round = { pagesPerSecond: number; medianMs: number; p99Ms: number; cpuMs: number; rssMb: number }

const CONNECTIONS = 8

/** Throws when any answer is not 200: a refusal is fast, and measures nothing. */
export async function loadOnce({ name, url, pid, headers }: Subject, seconds: number): Promise<Round> {
  const cpuBefore = await cpuMsOf(pid)
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...headers, 'accept-encoding': 'gzip', accept: 'text/html' },
  })
  const cpu = (await cpuMsOf(pid)) - cpuBefore
  const pages = result['2xx']
  if (result.non2xx > 0 || result.errors > 0 || pages === 0) {
    throw new Error(
      `${name} answered ${pages} times, ${result.non2xx} times otherwise, and ${result.errors} times not at all`,
    )
  }
  return {
    pagesPerSecond: pages / result.duration,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: cpu / pages,
    rssMb: await rssMbOf(pid),
  }
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}
