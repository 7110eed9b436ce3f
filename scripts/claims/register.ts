/** The register of this project: its subjects, its English texts, and the last readings. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build.ts'
import { readSentences } from '../words/locales.ts'
import type { Lock, Register, Subject } from './claim.ts'
import { NO_CLAIMS } from './no-claims.ts'
import { custody } from './subjects/custody.ts'
import { tradeDates } from './subjects/dates.ts'
import { documents } from './subjects/documents.ts'
import { fees } from './subjects/fees.ts'
import { letters } from './subjects/letters.ts'
import { money } from './subjects/money.ts'
import { payments } from './subjects/payments.ts'
import { people } from './subjects/people.ts'

export const SUBJECTS: readonly Subject[] = [money, tradeDates, custody, payments, fees, documents, people, letters]

const LOCK_FILE = join(ROOT, 'scripts/claims/claims.lock.json')
export const DOCS_FILE = join(ROOT, 'docs/claims.md')

export function readRegister(): Register {
  return {
    claims: SUBJECTS.flatMap(({ claims }) => claims),
    noClaims: NO_CLAIMS,
    rules: Object.assign({}, ...SUBJECTS.map(({ rules }) => rules)),
    english: readSentences(join(ROOT, 'locales'), 'en') ?? new Map(),
    lock: JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as Lock,
    hasFile: (path) => existsSync(join(ROOT, path)),
  }
}

export function writeLock(lock: Lock): void {
  const sorted = Object.fromEntries(Object.entries(lock).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(LOCK_FILE, `${JSON.stringify(sorted, null, 2)}\n`)
}
