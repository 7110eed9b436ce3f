import Bowser from 'bowser'
import type { Browser } from '#app/accounts/db/sessions.server.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'

const LONGEST_NAME = 40
/** Real ones are shorter; longer ones are cut before parsing. */
const LONGEST_AGENT = 500

/** The browser and its system, as it names them, and its network, shortened. */
export function describeBrowser(request: Request): Browser {
  const agent = request.headers.get('User-Agent')?.slice(0, LONGEST_AGENT) ?? ''
  const { browser, os } = agent === '' ? { browser: {}, os: {} } : Bowser.parse(agent)
  const network = clientNetwork(request)
  return { browser: nameOf(browser.name), system: nameOf(os.name), network: network && shortened(network) }
}

/** Drops the last part of an IPv4 address, which identifies households. */
function shortened(network: string): string {
  return network.replace(/\.\d+$/, '.…')
}

function nameOf(name: string | undefined): string | null {
  return name?.slice(0, LONGEST_NAME) || null
}
