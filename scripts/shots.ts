/**
 * `npm run shots [-- role …]`: screenshots of every page for each role, at two widths and in both schemes, in the
 * folder shots/. `npm run shots -- readme`: the pictures of README. Runs its own Quayside with escrows in every stage,
 * and leaves nothing else behind.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
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
/** README shows the upper part of these. */
const OF_README: { role: Role; stop: string; picture: string }[] = [
  { role: 'visitor', stop: 'home', picture: 'home.webp' },
  { role: 'paid.buyer', stop: 'lookup-confirmed', picture: 'trade.webp' },
]
const README_FOLDER = join(ROOT, 'docs', 'pictures')
const README_QUALITY = 80

async function main(args: string[]): Promise<void> {
  const isForReadme = args.length === 1 && args[0] === 'readme'
  const roles = isForReadme ? [] : args.length === 0 ? ROLES : args.map(roleNamed)
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
  if (!isForReadme) return
  await mkdir(README_FOLDER, { recursive: true })
  for (const { role, stop, picture } of OF_README) {
    const window = await enter({ app, browser }, role)
    for (const each of TOUR[role].filter(({ name }) => name === stop)) {
      await open(window.page, each, { app, trades })
      await writeFile(join(README_FOLDER, picture), await webpOf(window.page))
    }
    await window.close()
  }
  console.log(`The pictures of README are in ${README_FOLDER}.`)
}

/** Captures the window as WebP, which Playwright itself cannot write. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const shot = await session.send('Page.captureScreenshot', { format: 'webp', quality: README_QUALITY })
  return Buffer.from(shot.data, 'base64')
}

function roleNamed(arg: string): Role {
  const role = ROLES.find((known) => known === arg)
  if (role === undefined) throw new StartupProblem(`“${arg}” is not a role: say one of ${ROLES.join(', ')}, or readme.`)
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
