import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#scripts/build.ts'

const routes = globSync('app/routes/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
const actions = routes.filter((file) =>
  /export (?:async function|const) action\b/.test(readFileSync(join(ROOT, file), 'utf8')),
)

describe('every action asks first where its form comes from: no other check stands before it', () => {
  it('of which there are some', () => {
    expect(actions.length).toBeGreaterThan(10)
  })

  it.each(actions)('%s', (file) => {
    const [, body = ''] = readFileSync(join(ROOT, file), 'utf8').split(/export (?:async function|const) action\b/)
    expect(body.slice(0, body.indexOf('\n', body.indexOf('assertSameOrigin(')))).toMatch(
      /^[^\n]*\n\s*assertSameOrigin\(/,
    )
  })
})
