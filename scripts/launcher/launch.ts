/** Shared by `npm start` and `npm run dev`: starts, prints the addresses, and ends on Ctrl-C. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { givePresentNames } from '#app/config/environment.server.ts'
import { DEMO_ACCOUNTS, DEMO_COUPONS } from '#prisma/demo-accounts.ts'
import { ROOT } from '../build.ts'
import { readSettings, withSecretFiles } from './environment.ts'
import type { Mode } from './parts.ts'
import { StartupProblem } from './problems.ts'
import { type Stack, startStack } from './stack.ts'
import { wishToStop } from './stop-wish.ts'

/** Runs until it is asked to stop. Sets the exit code: 0 after a request to stop, 1 when it could not start. */
export async function launch(mode: Mode): Promise<void> {
  const wish = wishToStop()
  try {
    await run(mode, wish)
  } catch (error) {
    if (wish.aborted) return
    console.error(error instanceof StartupProblem ? error.message : error)
    process.exitCode = 1
  }
}

async function run(mode: Mode, wish: AbortSignal): Promise<void> {
  const began = Date.now()
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'))
  const { formerNames } = givePresentNames({ ...process.env })
  if (formerNames.length > 0) console.log(`Rename these settings as .env.example has them: ${formerNames.join(', ')}.`)
  const env = withSecretFiles(process.env)
  const settings = readSettings(env)
  const stack = await startStack({
    ...settings,
    mode,
    env,
    report: console.log,
    onOutput: mode === 'development' ? (name, line) => console.log(`${name.padEnd(7)} | ${line}`) : undefined,
    signal: wish,
  })
  console.log(welcome(stack, { dataDir: settings.dataDir, seconds: (Date.now() - began) / 1000 }))
  await new Promise<void>((resolve) => {
    if (wish.aborted) resolve()
    wish.addEventListener('abort', () => resolve())
  })
  console.log('\nStopping …')
  await stack.stop()
  console.log('Stopped. Everything is kept for the next start.')
}

function welcome(stack: Stack, at: { dataDir: string; seconds: number }): string {
  const { origin, harbourOrigin } = stack
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  const accounts = DEMO_ACCOUNTS.map(
    ({ role, email, password, note }) => `  ${role.padEnd(9)} ${email.padEnd(width)}  ${password}  ${note}`,
  )
  const coupons = DEMO_COUPONS.map(({ code, note }) => `  ${'coupon'.padEnd(9)} ${code.padEnd(width)}  ${note}`)
  const harbour = harbourOrigin
    ? [
        `  Wallet (play money)  ${harbourOrigin}/`,
        `  Inbox (every mail)   ${harbourOrigin}/inbox`,
        '',
        'Demo accounts',
        ...accounts,
        ...coupons,
      ]
    : []
  return [
    '',
    `Quayside is running (started in ${at.seconds.toFixed(1)} s).`,
    '',
    `  App                  ${origin}`,
    ...harbour,
    '',
    `Data and logs are in ${relative(process.cwd(), at.dataDir) || at.dataDir}. Ctrl-C stops everything; npm start goes on where it was.`,
  ].join('\n')
}
