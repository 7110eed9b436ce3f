import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#scripts/build.ts'

const routes = globSync('app/**/routes/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
const actions = routes.filter((file) =>
  /export (?:async function|const) action\b/.test(readFileSync(join(ROOT, file), 'utf8')),
)

/** Callable from anywhere: wallets send signatures, the mail service its events, mail programs the end of reminders. */
const OF_MACHINES = [
  join('app', 'trade', 'onchain', 'routes', 'signed.ts'),
  join('app', 'notices', 'routes', 'mail-events.ts'),
  join('app', 'notices', 'routes', 'one-click.ts'),
]

describe('every action asks first where its form comes from: no other check stands before it', () => {
  it('of which there are some', () => {
    expect(actions.length).toBeGreaterThan(10)
  })

  it.each(actions.filter((file) => !OF_MACHINES.includes(file)))('%s', (file) => {
    const [, body = ''] = readFileSync(join(ROOT, file), 'utf8').split(/export (?:async function|const) action\b/)
    expect(body).toMatch(/^[^\n]*\n\s*(?:assertSameOrigin\(|(?:const \w+ = )?await readAdminAction\(request\))/)
  })

  it.each(OF_MACHINES)('but %s, to which machines send: nobody is signed in there, and no cookie is read', (file) => {
    expect(actions).toContain(file)
    const source = readFileSync(join(ROOT, file), 'utf8')
    expect(source).not.toMatch(/#app\/accounts\/web\/|get\('Cookie'\)/)
  })

  it('and so does the one door of the desk', () => {
    const door = readFileSync(join(ROOT, 'app/accounts/web/admin-action.server.ts'), 'utf8')
    expect(door).toMatch(/readAdminAction\([^{]*\{[^{]*\{[^{]*\{\n\s*assertSameOrigin\(/)
  })
})
