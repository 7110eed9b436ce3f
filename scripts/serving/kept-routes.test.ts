/** The caching router finds the same routes as the original. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import addresses from '#app/routes.ts'
import { routerFile, withKeptRoutes } from './kept-routes.ts'

type Route = { path?: string | undefined; index?: boolean | undefined; children?: Route[] | undefined; id: string }
type Match = { route: Route; params: Record<string, string | undefined>; pathname: string; pathnameBase: string }
type Router = { matchRoutes(routes: Route[], path: string): Match[] | null }

const source = await readFile(routerFile(), 'utf8')
const keeping = withKeptRoutes(source)

function routerOf(text: string): Router {
  const module = { exports: {} as Router }
  new Function('module', 'exports', 'require', text)(module, module.exports, createRequire(routerFile()))
  return module.exports
}

const routes: Route[] = [{ id: 'root', path: '', children: (await addresses).map(toRoute) }]

function toRoute(entry: Awaited<typeof addresses>[number]): Route {
  return { id: entry.id ?? entry.file, path: entry.path, index: entry.index, children: entry.children?.map(toRoute) }
}

/** Every path of ours with its parameters filled in, and variants, some of which match nothing. */
function pathsOf(below: Route[], parent = ''): string[] {
  return below.flatMap(({ path = '', children = [] }) => {
    const own = path === '' ? parent : `${parent}/${path}`
    const filled = own.replaceAll(/:\w+/g, 'a1%2Fb').replace('*', 'some/where')
    return [filled || '/', `${filled}/`, filled.toUpperCase(), `${filled}/x`, ...pathsOf(children, own)]
  })
}

it('still finds in the router what it replaces', () => {
  expect(keeping).not.toBeNull()
  expect(withKeptRoutes('another version')).toBeNull()
})

it('finds the same for every address, asked for the first time and again, in the same list and in another', () => {
  const [plain, kept] = [routerOf(source), routerOf(keeping ?? '')]
  const paths = [...pathsOf(routes), '/nowhere', '//']
  expect(paths.length).toBeGreaterThan(300)
  for (const path of [...paths, ...paths]) {
    const expected = plain.matchRoutes(routes, path)
    expect(kept.matchRoutes(routes, path), path).toEqual(expected)
    expect(kept.matchRoutes(structuredClone(routes), path), path).toEqual(expected)
  }
})
