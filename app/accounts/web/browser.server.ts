/** What the owner of a session is told of the browser that it is in. */
import Bowser from 'bowser'
import type { Browser } from '#app/accounts/db/sessions.server.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'

const LONGEST_NAME = 40
/** Real ones are shorter; what is longer is not worth taking apart. */
const LONGEST_AGENT = 500

/** Names of the browser and its system, as it tells them itself, and its network, shortened. */
export function describeBrowser(request: Request): Browser {
  const agent = request.headers.get('User-Agent')?.slice(0, LONGEST_AGENT) ?? ''
  const { browser, os } = agent === '' ? { browser: {}, os: {} } : Bowser.parse(agent)
  const network = clientNetwork(request)
  return { browser: nameOf(browser.name), system: nameOf(os.name), network: network && shortened(network) }
}

/** The last part of an IPv4 address, which tells households apart, is not kept. */
function shortened(network: string): string {
  return network.replace(/\.\d+$/, '.…')
}

function nameOf(name: string | undefined): string | null {
  return name?.slice(0, LONGEST_NAME) || null
}
