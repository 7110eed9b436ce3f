import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../build.ts'
import { JOINS, LAYERS, MOST_FILES, ROOMS } from './rooms.ts'

const NAMES = ROOMS.map(({ name }) => name)
const GENERATED = 'generated'

describe('the rooms', () => {
  it('stand in one row: none uses one behind it, so no two need each other', () => {
    for (const { name, uses } of ROOMS) {
      for (const used of uses) expect(NAMES.slice(0, NAMES.indexOf(name)), `${name} uses ${used}`).toContain(used)
    }
  })

  it.each(LAYERS)('every folder of app/%s is one of them', (layer) => {
    const folders = readdirSync(join(ROOT, 'app', layer), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== GENERATED)
      .map(({ name }) => name)
    expect(folders.filter((folder) => !NAMES.includes(folder))).toEqual([])
  })

  it('each has a row in docs/architecture.md, which says the same of it', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    for (const { name, what } of ROOMS) expect(page).toContain(`| ${name} | ${what} |`)
  })

  it('are joined by files that exist', () => {
    for (const { file } of JOINS) expect(() => readFileSync(join(ROOT, file))).not.toThrow()
  })
})

it(`no folder holds more than ${MOST_FILES} files beside its tests`, () => {
  const counts = new Map<string, number>()
  const files = globSync('{app,worker,harbour,scripts,tests}/**/*.{ts,tsx,css}', {
    cwd: ROOT,
    exclude: (name) => name === GENERATED,
  })
  // A page's own style sheet, and what only types: nobody looks for those.
  const isCounted = (file: string) => !/\.test\.tsx?$|\.css$|\.d\.ts$/.test(file) || file.startsWith('tests/')
  for (const file of files.filter(isCounted)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
})
