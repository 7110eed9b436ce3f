/**
 * `npm run claims`: prints what is wrong with the register, and writes docs/claims.md. `npm run claims -- CLAIM …
 * [--note "why the texts still hold"]`: records that somebody compared these claims' texts with their rules.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { reasonOf } from '../launcher/problems.ts'
import { checkClaims, markRead } from './claim.ts'
import { printClaims } from './print.ts'
import { DOCS_FILE, readRegister, SUBJECTS, writeLock } from './register.ts'

function main(): void {
  const { positionals: ids, values } = parseArgs({ allowPositionals: true, options: { note: { type: 'string' } } })
  const register = readRegister()
  const known = new Set(register.claims.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown) throw new Error(`there is no claim ${unknown}`)
  const lock = register.claims
    .filter(({ id }) => ids.includes(id))
    .reduce((soFar, claim) => markRead(claim, { ...register, lock: soFar }, values.note), register.lock)
  const kept = Object.fromEntries(Object.entries(lock).filter(([id]) => known.has(id)))
  if (ids.length > 0) writeLock(kept)
  const now = { ...register, lock: ids.length > 0 ? kept : register.lock }
  writeFileSync(DOCS_FILE, printClaims(SUBJECTS, now))
  for (const wrong of checkClaims(now)) {
    console.error(wrong)
    process.exitCode = 1
  }
}

try {
  main()
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
