/** The headers for every answer, whoever makes it: also for files, redirects and what Express itself answers. */
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { type HeaderSettings, secureResource } from './headers.server.ts'

/** Not headers on who may read an answer and for how long: previews, which have no origin, read scripts and fonts. */
const OF_EVERY_ANSWER = ['X-Content-Type-Options', 'Referrer-Policy', 'Strict-Transport-Security']

/** Call it once, where the process begins. Headers that a page sets itself stay. */
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
