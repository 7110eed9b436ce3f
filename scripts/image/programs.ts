/** The commands of package.json that the image contains. All others are for developers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build.ts'

export const PROGRAMS = [
  'start:web',
  'start:worker',
  'migrate',
  'payouts',
  'reconcile',
  'reread',
  'coupon',
  'accounts:prepare',
  'accounts:change',
  'accounts:opening',
  'doctor',
  'audit:verify',
  'admin:create',
  'admin:disable',
  'admin:reset-second-factor',
] as const

export const OF_A_CHECKOUT = [
  'start',
  'dev',
  'trade',
  'recover',
  'shots',
  'drill',
  'attack',
  'rehearse',
  'build',
  'generate',
  'seed',
  'test',
  'test:all',
  'test:unit',
  'test:integration',
  'test:contract',
  'test:e2e',
  'test:faults',
  'bench',
  'bench:pages',
  'bench:screening',
  'lint',
  'claims',
  'lint:words',
  'typecheck',
  'format',
  'postinstall',
  'check',
]

export function readCommands(): Map<string, string> {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return new Map(Object.entries(scripts))
}

/** Returns the files that a command passes to Node, relative to the project. */
export function filesOf(command: string): string[] {
  return [...command.matchAll(/(?<=^|\s)(?:\.\/)?([\w@./-]+\.[jt]s)\b/g)].flatMap(([, file]) => file ?? [])
}
