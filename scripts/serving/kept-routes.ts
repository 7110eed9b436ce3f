/**
 * For each page Remix matches the URL with our ninety routes at least five times, and each time flattens and ranks the
 * routes and compiles their patterns: a seventh of the work of a personal page (docs/performance.md). Here its router
 * caches both: ranked routes by their list, patterns by their text (decision 054).
 */
import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Code of the router, and its replacement. */
const REPLACED = [
  ['let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);', 'let branches = keptBranches(routes);'],
  ['compilePath(pattern.path, pattern.caseSensitive, pattern.end);', 'keptPattern(pattern);'],
] as const

/** Patterns come from our routes, which are few. The limit keeps the cache from growing without end. */
const KEEPING = `
const branchesOfRoutes = new WeakMap();
function keptBranches(routes) {
  let branches = branchesOfRoutes.get(routes);
  if (branches === undefined) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    branchesOfRoutes.set(routes, branches);
  }
  return branches;
}
const patternsOfPaths = new Map();
function keptPattern({ path, caseSensitive, end }) {
  const key = (caseSensitive ? 'c' : 'i') + (end === false ? 'p' : 'w') + path;
  let pattern = patternsOfPaths.get(key);
  if (pattern === undefined) {
    if (patternsOfPaths.size >= 1000) patternsOfPaths.clear();
    pattern = compilePath(path, caseSensitive, end);
    patternsOfPaths.set(key, pattern);
  }
  return pattern;
}
`

/** Returns the router's source with the cache; null: another version of the source. */
export function withKeptRoutes(source: string): string | null {
  if (!REPLACED.every(([asked]) => source.split(asked).length === 2)) return null
  return REPLACED.reduce((text, [asked, instead]) => text.replace(asked, instead), source) + KEEPING
}

/** Returns the file of the router that Remix uses, which is not our direct dependency. */
export function routerFile(): string {
  const ours = createRequire(import.meta.url)
  return createRequire(ours.resolve('@remix-run/react')).resolve('@remix-run/router')
}

/** Call it before anything loads Remix. Another version of the router stays unchanged: slower, but right. */
export function keepRoutes(): void {
  const file = routerFile()
  const address = pathToFileURL(file).href
  const hooks = registerHooks({
    load(url, context, loadNext) {
      const loaded = loadNext(url, context)
      if (url !== address || !loaded.source) return loaded
      return { ...loaded, source: withKeptRoutes(String(loaded.source)) ?? loaded.source }
    },
  })
  createRequire(file)(file)
  hooks.deregister()
}
