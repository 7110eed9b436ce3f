/** What this process knows of the proxies before it: noticed by its requests, told on the desk and on the private port. */
import type { Passed, ProxyFault, Verdict } from '#app/ops/domain/proxy-fault.ts'

export type SeenFault = ProxyFault & { since: Date }

export type ProxyFaults = {
  /** Answers with what is news: a fault that was not known, or that one is over. */
  note(verdicts: Record<Passed, Verdict>, now: Date): { begun: ProxyFault[]; over: ProxyFault[] }
  seen(): SeenFault[]
}

export function openProxyFaults(): ProxyFaults {
  const faults = new Map<Passed, SeenFault>()
  const good = new Set<Passed>()
  return {
    note(verdicts, now) {
      const news = { begun: [] as ProxyFault[], over: [] as ProxyFault[] }
      for (const [passed, verdict] of Object.entries(verdicts) as [Passed, Verdict][]) {
        if (verdict === 'none' || good.has(passed)) continue
        const known = faults.get(passed)
        if (verdict === 'good') {
          good.add(passed)
          faults.delete(passed)
          if (known) news.over.push(known)
        } else if (!known) {
          faults.set(passed, { ...verdict, since: now })
          news.begun.push(verdict)
        }
      }
      return news
    },
    seen: () => [...faults.values()],
  }
}

/** Those of this process. */
export const proxyFaults = openProxyFaults()
