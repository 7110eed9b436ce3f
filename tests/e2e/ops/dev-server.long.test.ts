/** `npm run dev` serves its pages, and shows code changes at once. It runs from a copy, so a test may change code. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { generateWhenNeeded, ROOT } from '#scripts/build.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'

/** The files of the development server. The fingerprint beside the database client saves generating it again. */
const CODE = [
  'app',
  'harbour',
  'locales',
  'prisma',
  'public',
  'scripts',
  'worker',
  '.cache/database-client.fingerprint',
]
const SETTINGS = ['package.json', 'package-lock.json', 'prisma.config.ts', 'tsconfig.json', 'vite.config.ts']
/** A busy machine creates the database and compiles every page meanwhile; a launcher that exits is reported at once. */
const STARTED_MS = 480_000
const CALCULATOR = 'app/site/routes/freight-forwarders/calculator.tsx'

let folder: string
let origin: string
let launcher: ChildProcess
let browser: TestBrowser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-dev-'))
  await generateWhenNeeded(() => undefined)
  for (const name of [...CODE, ...SETTINGS]) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

  const first = await findFreePorts(7)
  origin = `http://127.0.0.1:${first + 5}`
  const env = { HARBOUR_PORT: String(first), PORT: String(first + 5), DATABASE_PORT: String(first + 6) }
  launcher = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: { NODE_ENV: 'development', PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [launcher.stdout, launcher.stderr]) stream?.on('data', (piece) => (output += String(piece)))
  browser = await openBrowser()
  await vi.waitFor(() => expect(output).toContain('Ctrl-C stops everything'), { timeout: STARTED_MS, interval: 50 })
}, STARTED_MS + 60_000)

afterAll(async () => {
  await browser?.close()
  if (launcher?.exitCode === null) {
    launcher.kill('SIGINT')
    await once(launcher, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

test('a page of the development server answers what is typed, and a change of its code shows without a reload', async () => {
  const { page, complaints } = await browser.newPage()
  await page.goto(`${origin}/freight-forwarders`)
  const calculator = page.locator('#calculator')
  const saving = calculator.locator('.calc__sum')
  const before = await saving.textContent()
  await calculator.getByLabel('Shipment value').fill('1000000')
  await vi.waitFor(async () => expect(await saving.textContent()).not.toBe(before), { timeout: 120_000 })

  const source = await readFile(join(folder, CALCULATOR), 'utf8')
  const changed = source.replace('<h2>{words.title}</h2>', '<h2>A heading of today</h2>')
  expect(changed).not.toBe(source)
  // Saved again, as a person would: a busy machine may not watch the folder yet.
  const heading = calculator.getByRole('heading', { name: 'A heading of today' })
  for (let saves = 1; saves < 20 && !(await heading.isVisible()); saves += 1) {
    await writeFile(join(folder, CALCULATOR), changed + '\n'.repeat(saves))
    await heading.waitFor({ timeout: 3_000 }).catch(() => undefined)
  }
  await heading.waitFor()
  expect(await calculator.getByLabel('Shipment value').inputValue()).toBe('1000000')
  expect(complaints).toEqual([])
})
