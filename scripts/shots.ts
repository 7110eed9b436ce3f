/**
 * `npm run shots [-- role …]`: a picture of every page as each role sees it, at two widths and in both schemes, in the
 * folder shots/. Runs a Quayside of its own, with escrows in every stage, and leaves nothing else behind.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { appAt } from '#tests/support/app/app.ts'
import { openBrowser } from '#tests/support/app/browser.ts'
import { startSource, startStackOfTests } from '#tests/support/app/stack-of-tests.ts'
import { prepareTrades } from '#tests/support/tour/sample-trades.ts'
import { enter, open, ROLES, type Role, TOUR } from '#tests/support/tour/tour.ts'
import { ROOT } from './build.ts'
import { reasonOf, StartupProblem } from './launcher/problems.ts'

const FOLDER = join(ROOT, 'shots')
const WIDTHS = [1280, 390]
const SCHEMES = ['light', 'dark'] as const

async function main(args: string[]): Promise<void> {
  const roles = args.length === 0 ? ROLES : args.map(roleNamed)
  console.log('Starting a Quayside with some trades …')
  await using app = await openDisposable()
  await using browser = await openBrowser()
  const trades = await prepareTrades(app)
  for (const role of roles) {
    const folder = join(FOLDER, role)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const window = await enter({ app, browser }, role)
    for (const stop of TOUR[role]) {
      await open(window.page, stop, { app, trades })
      await shoot(window.page, join(folder, stop.name))
    }
    await window.close()
    console.log(`${role}: ${TOUR[role].length} pages in ${folder}`)
  }
}

function roleNamed(arg: string): Role {
  const role = ROLES.find((known) => known === arg)
  if (role === undefined) throw new StartupProblem(`“${arg}” is not a role: say one of ${ROLES.join(', ')}.`)
  return role
}

async function openDisposable() {
  const source = await startSource()
  const { address, stop } = await startStackOfTests(source)
  const app = appAt(address, async () => {
    await stop()
    await source.stop()
  })
  return { ...app, [Symbol.asyncDispose]: app.close }
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
