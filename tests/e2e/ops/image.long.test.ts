/**
 * The image's files are enough: with nothing else, two web apps and two workers pass the short form of `npm run
 * rehearse`, behind a TLS proxy, with a bucket, and without permission to write a file.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenNeeded } from '#scripts/build.ts'
import { assemble } from '#scripts/image/assemble.ts'
import { filesOf, PROGRAMS, readCommands } from '#scripts/image/programs.ts'
import { countPayouts, readLog, restartWebs } from '#scripts/rehearse/acts.ts'
import { type Ground, openGround } from '#scripts/rehearse/ground.ts'
import { isRight } from '#scripts/trade/balances.ts'
import { openHarbour } from '#scripts/trade/harbour.ts'
import { formWith, openVisitor } from '#scripts/trade/http-client.ts'
import { TRADE_PASSWORD } from '#scripts/trade/steps.ts'
import { walkTrade } from '#scripts/trade/walk.ts'
import { type BareProcess, endBare, startBare, untilEnded } from '#tests/support/runner/worker-process.ts'

/** Node's own slim image has some 230 MB; together they must stay under 450. */
const MOST_BYTES = 120_000_000

let image: string
let size: { bytes: number }
let ground: Ground | undefined
const bare: BareProcess[] = []

beforeAll(async () => {
  await buildWhenNeeded(() => undefined)
  image = await mkdtemp(join(tmpdir(), 'quayside-image-'))
  size = await assemble(image)
})

afterAll(async () => {
  for (const each of bare) await endBare(each, 'SIGKILL')
  await ground?.[Symbol.asyncDispose]()
  await rm(image, { recursive: true, force: true })
})

/** Starts a process as the image does: Node itself, in the folder. */
function run(env: NodeJS.ProcessEnv, args: string[]): BareProcess {
  const started = startBare(env, [process.execPath, ...args], image)
  bare.push(started)
  return started
}

test('it is small, and has none of what only a checkout needs', async () => {
  expect(size.bytes).toBeLessThan(MOST_BYTES)
  const packages = await readdir(join(image, 'node_modules'))
  for (const name of ['typescript', 'vite', 'prisma', 'effect', 'node', 'vitest']) expect(packages).not.toContain(name)
  expect(await readdir(image)).not.toContain('tests')
})

test('every program of it finds all that it imports', async () => {
  const commands = readCommands()
  const files = PROGRAMS.filter((name) => !name.startsWith('start:')).flatMap((name) =>
    filesOf(commands.get(name) ?? ''),
  )
  // Without arguments and settings each program says what it needs; none misses a module.
  for (const file of files) {
    const program = run({ NODE_ENV: 'production', PATH: process.env.PATH }, [file])
    await untilEnded(program)
    expect(program.lines().join('\n')).not.toMatch(/Cannot find (?:module|package)/)
  }
})

test('a trade and its statement go through it, its web apps are restarted under load, and all processes stop in order', async () => {
  ground = await openGround({ program: image, proxy: 'node', ledgerMs: 250 })
  const { origin } = ground
  const told = new Map<string, string>()
  const harbour = openHarbour(ground.harbour.origin)
  const balances = await walkTrade({ origin, harbour }, 'XRP', (step, detail) => told.set(step, detail))
  expect(balances.every(isRight)).toBe(true)

  const buyer = openVisitor(origin)
  const login = await buyer.get('/login')
  const values = { email: told.get('The buyer registers') ?? '', password: TRADE_PASSWORD }
  await buyer.submit(login, formWith(login, 'password'), { values })
  // The fonts, the thread and the typesetter are found by name.
  for (const language of ['en', 'fa', 'th', 'zh']) {
    const paper = await buyer.send(`/statements/${told.get('opens an escrow')}.pdf?lng=${language}`)
    expect(paper.headers.get('content-type')).toBe('application/pdf')
    expect((await paper.bytes()).length).toBeGreaterThan(20_000)
  }
  // Each throws when something was lost, paid twice, or logged at level error.
  expect(await restartWebs(ground)).toMatch(/^8 forms and \d+ pages, none lost$/)
  expect(await countPayouts(ground)).toBe('1 payouts, each confirmed by a transaction of its own')
  await readLog(ground)
  const places = [...ground.webs, ...ground.workers]
  expect(await Promise.all(places.map((place) => place.stop()))).toEqual([0, 0, 0, 0])
})
