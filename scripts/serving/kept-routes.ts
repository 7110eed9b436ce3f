/**
 * Of each page Remix asks five times and more which of our ninety addresses it is, and each time it writes down the addresses, ranks
 * them and makes patterns of them: a seventh of the work of a page of one person (docs/performance.md). Here its router keeps what it
 * has made: the ranked addresses of a list for as long as the list, and the pattern of an address, which hangs on its text
 * alone (decision 054).
 */
import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** What is asked each time, and what is asked instead. */
const REPLACED = [
  ['let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);', 'let branches = keptBranches(routes);'],
  ['compilePath(pattern.path, pattern.caseSensitive, pattern.end);', 'keptPattern(pattern);'],
] as const

/** Patterns are made of addresses, of which there are few. Should something else come, nothing grows without end. */
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

/** The router's source, keeping; null for one that is written otherwise. */
export function withKeptRoutes(source: string): string | null {
  if (!REPLACED.every(([asked]) => source.split(asked).length === 2)) return null
  return REPLACED.reduce((text, [asked, instead]) => text.replace(asked, instead), source) + KEEPING
}

/** The file of the router that Remix uses, which is no package of ours. */
export function routerFile(): string {
  const ours = createRequire(import.meta.url)
  return createRequire(ours.resolve('@remix-run/react')).resolve('@remix-run/router')
}

/** Call it before anything of Remix is loaded. Another version of the router stays as it is: slower, and right. */
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
