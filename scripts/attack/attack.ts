/**
 * `npm run attack -- http://127.0.0.1:3000`: runs known attacks against a copy on this machine, with the harbour's play
 * money, and prints whether each was repelled. Exit code 0 if all were, else 1. HARBOUR_PORT: the port of its harbour.
 */
import { originOf, readSettings } from '../launcher/environment.ts'
import { reasonOf } from '../launcher/problems.ts'
import { openHarbour } from '../trade/harbour.ts'
import { ATTACKS } from './attacks.ts'

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]'])

async function main([target = '']: string[]): Promise<boolean> {
  if (!URL.canParse(target)) throw new Error('Say which copy: npm run attack -- http://127.0.0.1:3000')
  const { origin, hostname } = new URL(target)
  // Never attack other people's machines or use their money.
  if (!LOCAL.has(hostname)) throw new Error(`${hostname} is not this machine: nothing is attacked.`)
  const harbourOrigin = originOf(readSettings(process.env).harbourPort)
  await expectAnswer(`${origin}/healthz`)
  await expectAnswer(`${harbourOrigin}/healthz`)
  const place = { origin, harbour: openHarbour(harbourOrigin) }
  let areAllHeld = true
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const { isHeld, seen } = await attack(place).catch((error: unknown) => ({ isHeld: false, seen: reasonOf(error) }))
    console.log(`${isHeld ? 'held    ' : 'NOT HELD'}  ${name.padEnd(12)}  ${seen}`)
    areAllHeld &&= isHeld
  }
  return areAllHeld
}

async function expectAnswer(url: string): Promise<void> {
  const answer = await fetch(url).catch(() => null)
  if (!answer?.ok)
    throw new Error(`${url} does not answer: start it with npm start, and set HARBOUR_PORT to that of its harbour.`)
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
