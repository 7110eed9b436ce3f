/** Docker, Fly, npm and the rehearsal start the image by the same commands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SIGNING_NAMES } from '#app/config/environment.server.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

function commandOf(role: 'web' | 'worker'): string {
  const [, stage = ''] = read('Dockerfile').split(`FROM run AS ${role}\n`)
  const [whole] = stage.split('\nFROM ')
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(whole ?? '') ?? []
  return JSON.parse(command).join(' ')
}

describe.each(['web', 'worker'] as const)('the command of the %s', (role) => {
  const command = commandOf(role)

  it('is that of Fly, which besides takes the keys out', () => {
    const [, told = ''] = new RegExp(`^  ${role} = "(.*)"$`, 'm').exec(read('fly.toml')) ?? []
    expect(told.replace(/^env (?:-u \w+ )+/, '')).toBe(command)
  })

  it('is that of npm', () => {
    const script: string = JSON.parse(read('package.json')).scripts[`start:${role}`]
    expect(script.replace(/^exec (?:env \S+ )?/, '')).toBe(command)
  })

  it('runs what the build writes', () => {
    const own = command.split(' ').filter((word) => /^(?:\.\/)?(?:app|scripts|worker|build)\//.test(word))
    expect(own).not.toEqual([])
    for (const file of own) expect(file).toMatch(/^(?:\.\/)?build\//)
  })
})

it('Fly’s web app is given no key that signs', () => {
  const [, told = ''] = /^ {2}web = "(.*)"$/m.exec(read('fly.toml')) ?? []
  const takenOut = Array.from(told.matchAll(/-u (\w+)/g), ([, name]) => name)
  expect(takenOut.toSorted()).toEqual([...SIGNING_NAMES].toSorted())
})
