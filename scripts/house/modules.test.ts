import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../build.ts'
import { BESIDE_MODULES, JOINS, LAYERS, MODULES, MOST_FILES } from './modules.ts'

const PATHS = MODULES.map(({ path }) => path)
const GENERATED = 'generated'

function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, 'app', folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}

describe('the modules', () => {
  it('stand in one row: none uses one behind it, so no two need each other', () => {
    for (const { path, uses } of MODULES) {
      for (const used of uses) expect(PATHS.slice(0, PATHS.indexOf(path)), `${path} uses ${used}`).toContain(used)
    }
  })

  it('keep their parts together in that row, so the modules themselves stand in one, too', () => {
    const tops = PATHS.map((path) => path.split('/')[0])
    expect(tops.filter((top, place) => top !== tops[place - 1])).toEqual([...new Set(tops)])
  })

  it('hold every folder of the app, and nothing but layers', () => {
    const known = new Set<string>([...PATHS, ...BESIDE_MODULES])
    const isParent = (folder: string) => PATHS.some((path) => path.startsWith(`${folder}/`))
    const isLayer = (folder: string) => (LAYERS as readonly string[]).includes(basename(folder))
    const tops = foldersIn('').filter((folder) => !known.has(folder) && !isParent(folder))
    const inside = PATHS.flatMap(foldersIn).filter((folder) => !isLayer(folder) && !known.has(folder))
    expect(tops).toEqual([])
    expect(inside).toEqual([])
    expect(
      foldersIn('')
        .filter(isParent)
        .flatMap(foldersIn)
        .filter((folder) => !isLayer(folder) && !known.has(folder)),
    ).toEqual([])
  })

  it('have no file beside their layers, which no rule would hold', () => {
    // The ports, which serve both adapters.
    const isPort = (folder: string) => folder === 'ledgers'
    const folders = PATHS.flatMap((path) => [path, path.split('/')[0] ?? path]).filter((folder) => !isPort(folder))
    const files = folders.flatMap((folder) =>
      readdirSync(join(ROOT, 'app', folder), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => join(folder, name)),
    )
    expect(files).toEqual([])
  })

  it('each have a row in docs/architecture.md, which says the same of it', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    for (const { path, what } of MODULES) expect(page).toContain(`| ${path} | ${what} |`)
  })

  it('are drawn there as this list has them', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    const top = (path: string) => path.split('/')[0] ?? path
    for (const name of new Set(PATHS.map(top))) {
      const uses = MODULES.filter(({ path }) => top(path) === name).flatMap((module) => module.uses.map(top))
      const others = [...new Set(uses)].filter((used) => used !== name)
      expect(page).toContain(`\n${name.padEnd(11)}→ ${others.join(', ')}`.replace(/ *→ $/, '\n'))
    }
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
  // Style sheets of pages and mere types are not counted.
  const isCounted = (file: string) => !/\.test\.tsx?$|\.css$|\.d\.ts$/.test(file) || file.startsWith('tests/')
  for (const file of files.filter(isCounted)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
})
