/** Files named on the command line; a problem is reported in one sentence. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Impossible } from '../commands/impossible.ts'

/** Throws Impossible. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Impossible(`The file ${path} cannot be read.`)
  }
}

/** Throws Impossible. */
export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch {
    throw new Impossible(`The file ${path} cannot be written.`)
  }
}
