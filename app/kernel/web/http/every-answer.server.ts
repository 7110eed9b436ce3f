/** The headers that are right for every answer, whoever makes it: also files, redirects and what Express says by itself. */
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { type HeaderSettings, secureResource } from './headers.server.ts'

/** Others say who may read an answer, and how long it is kept: scripts and fonts are read by previews, which have no origin. */
const OF_EVERY_ANSWER = ['X-Content-Type-Options', 'Referrer-Policy', 'Strict-Transport-Security']

/** Call it once, where the process begins. What a page says of itself stays. */
export function secureEveryAnswer(settings: HeaderSettings): void {
  const all = new Headers()
  secureResource(all, settings)
  const rules = OF_EVERY_ANSWER.flatMap((name): [string, string][] => {
    const value = all.get(name)
    return value === null ? [] : [[name, value]]
  })
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: unknown }
    if (!(response instanceof ServerResponse)) return
    onHeaders(response, () => {
      for (const [name, value] of rules) if (!response.hasHeader(name)) response.setHeader(name, value)
    })
  })
}
