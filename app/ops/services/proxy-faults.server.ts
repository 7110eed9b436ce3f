/** What this process knows of the proxies before it, for the Admin Panel and the private port. */
import type { Passed, ProxyFault, ProxyVerdict } from '#app/ops/domain/proxy-fault.ts'

export type SeenFault = ProxyFault & { since: Date }

export type ProxyFaults = {
  /** Returns the news: faults not known before, and faults that are over. */
  note(verdicts: Record<Passed, ProxyVerdict>, now: Date): { begun: ProxyFault[]; over: ProxyFault[] }
  seen(): SeenFault[]
}

export function openProxyFaults(): ProxyFaults {
  const faults = new Map<Passed, SeenFault>()
  const good = new Set<Passed>()
  return {
    note(verdicts, now) {
      const news = { begun: [] as ProxyFault[], over: [] as ProxyFault[] }
      for (const [passed, verdict] of Object.entries(verdicts) as [Passed, ProxyVerdict][]) {
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

export const proxyFaults = openProxyFaults()
