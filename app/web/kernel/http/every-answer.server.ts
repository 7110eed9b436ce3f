/** The headers that are right for every answer, whoever makes it: also files, redirects and what Express says by itself. */
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { type HeaderSettings, secureResource } from './headers.server.ts'

/** Call it once, where the process begins. What a page says of itself stays. */
export function secureEveryAnswer(settings: HeaderSettings): void {
  const rules = new Headers()
  secureResource(rules, settings)
  // How long files may be kept is said where they are served.
  rules.delete('Cache-Control')
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: unknown }
    if (!(response instanceof ServerResponse)) return
    onHeaders(response, () => {
      for (const [name, value] of rules) if (!response.hasHeader(name)) response.setHeader(name, value)
    })
  })
}
