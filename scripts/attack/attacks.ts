/** Known attacks and their results. To add one, add a line to ATTACKS. */
import { documents } from './documents.ts'
import { letters, lockOut, preHijack } from './letters.ts'
import type { Attack } from './people.ts'
import { memory, oddRequests, statements } from './requests.ts'

export const ATTACKS: Record<string, Attack> = {
  memory,
  letters,
  documents,
  statements,
  'pre-hijack': preHijack,
  'lock-out': lockOut,
  'odd requests': oddRequests,
}
