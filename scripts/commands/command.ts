/** Shared by the operators' commands: arguments, dependencies that are closed again, one-sentence errors. */
import { parseArgs } from 'node:util'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { composeDeps } from '#app/deps.server.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { Impossible } from './impossible.ts'

export { Impossible }

type Wanted = { usage: string; options: readonly string[]; flags?: readonly string[]; count: number }
type Words = { words: string[]; options: Record<string, string | undefined>; flags: ReadonlySet<string> }

/** Parses exactly `count` words, and the options and flags, trimmed. Throws Impossible with the usage. */
export function readWords(args: string[], { usage, options, flags = [], count }: Wanted): Words {
  const types = [
    ...options.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ]
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true })
  } catch (error) {
    throw new Impossible(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
  const { values, positionals } = parsed
  if (positionals.length !== count || positionals.includes('')) throw new Impossible(usage)
  const said = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  )
  return {
    words: positionals,
    options: Object.fromEntries(said),
    flags: new Set(Object.keys(values).filter((name) => values[name] === true)),
  }
}

/** Runs `work` with the web app's dependencies, from the settings of the environment, and closes them. */
export async function withDeps<Result>(work: (deps: Deps) => Promise<Result>): Promise<Result> {
  const deps = await composeDeps(parseConfig(process.env))
  try {
    return await work(deps)
  } finally {
    await Promise.all([deps.ledgers.stellar.close(), deps.ledgers.xrpl.close(), deps.db.$disconnect()])
  }
}

/** Runs a command as the process. A known error is printed as one sentence on stderr, with exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const isPlain = [Impossible, ConfigInvalid, LedgerUnavailable].some((known) => error instanceof known)
    console.error(isPlain && error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
