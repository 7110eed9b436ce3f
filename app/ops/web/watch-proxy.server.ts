/**
 * Checks on arriving requests whether the proxies before this process pass on what it needs, and logs once what to set
 * (docs/proxies.md). Only for https origins: then a proxy must exist, because this process speaks no TLS.
 */
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { addressIn, isOfOwnNetwork } from '#app/kernel/web/http/client-address.ts'
import { judgeArrival } from '#app/ops/domain/proxy-fault.ts'
import { type ProxyFaults, proxyFaults, type SeenFault } from '#app/ops/services/proxy-faults.server.ts'

type Watch = {
  publicOrigin: string
  trustedAddress: { header: string | null; hops: number }
  now: () => Date
  log: { warn: (facts: object, message: string) => void; info: (facts: object, message: string) => void }
}

/** Requested by monitoring, which bypasses every proxy. */
const OF_MACHINES = new Set(['/healthz', '/health', '/metrics'])
const ADDRESS_HEADERS = ['Fly-Client-IP', 'CF-Connecting-IP', 'True-Client-IP', 'X-Real-IP', 'X-Forwarded-For']

/** Call it once at the start of the process, before the front door changes a request. */
export function watchTheProxy(watch: Watch): void {
  if (!watch.publicOrigin.startsWith('https:')) return
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: unknown }
    if (request instanceof IncomingMessage) noteArrival(request, watch)
  })
}

export function noteArrival(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  { publicOrigin, trustedAddress: { header, hops }, now, log }: Watch,
  faults: ProxyFaults = proxyFaults,
): void {
  if (OF_MACHINES.has(url.split('?')[0] ?? '')) return
  const stated = (name: string) => {
    const value = headers[name.toLowerCase()]
    return typeof value === 'string' ? value : null
  }
  const address = header === null ? null : addressIn(stated(header), hops)
  const verdicts = judgeArrival(
    {
      host: headers.host ?? null,
      scheme: stated('X-Forwarded-Proto'),
      address: header === null ? null : { header, is: whose(address) },
      others: ADDRESS_HEADERS.filter((name) => stated(name) !== null),
    },
    new URL(publicOrigin).host,
  )
  const { begun, over } = faults.note(verdicts, now())
  for (const { about, says } of begun) log.warn({ about, cause: says }, 'proxy fault found')
  for (const { about } of over) log.info({ about }, 'proxy fault resolved')
}

function whose(address: string | null): 'a visitor’s' | 'own' | null {
  if (address === null) return null
  return isOfOwnNetwork(address) ? 'own' : 'a visitor’s'
}

/** The faults in the form in which the Admin Panel shows alerts. */
export function proxyProblems(): {
  kind: 'proxy_odd'
  subject: string
  since: string
  facts: Record<string, string>
}[] {
  return proxyFaults.seen().map(toAlertCause)
}

function toAlertCause({ about, since }: SeenFault) {
  return { kind: 'proxy_odd' as const, subject: about, since: since.toISOString(), facts: {} }
}
