/** What is typed behind `npm run audit:verify --`: the whole chain is checked at once. It needs the database alone. */
import { randomUUID } from 'node:crypto'
import { countUnsealed } from '#app/db/audit/chain.server.ts'
import { findChecks, findOpenCheck } from '#app/db/audit/checks.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { beginAudit, checkSlice, type KnownHead } from '#app/workflows/audit/check-chain.server.ts'
import type { Log } from '#app/workflows/deps.ts'
import { Impossible, readWords } from '../commands/command.ts'

const USAGE = `npm run audit:verify [-- --head SIZE:HASH]

  --head  a head that you have kept outside of the database: so many events, and the hash of the last of them`

const WORDS: Record<string, string> = {
  changed: 'it is not what was sealed there',
  removed: 'it is gone, or something between it and the one before',
  inserted: 'it was put in: it never waited for a place as others do',
  reordered: 'it stands in the place of another',
  other_seal: 'what was written down of the whole log there is not what its events come to',
  other_head: 'the log fits together, and is another one than was known before',
}

const nothing = () => undefined
const SILENT: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing }

/** `isWhole`: nothing is wrong. Throws Impossible with a sentence when nothing was checked. */
export async function verifyCommand(db: Database, args: string[]): Promise<{ isWhole: boolean; said: string }> {
  const { options } = readWords(args, { usage: USAGE, options: ['head'], count: 0 })
  const outside = options.head === undefined ? [] : [headIn(options.head)]
  const deps = { db, clock: { now: () => new Date() }, newId: randomUUID as () => string, log: SILENT }
  if (await findOpenCheck(db)) {
    // One that was asked for before looks for no head of ours: it is done first.
    while ((await checkSlice(deps)) === 'more');
  }
  await beginAudit(deps, { operatorId: null })
  while ((await checkSlice(deps, outside)) === 'more');
  const [check] = await findChecks(db, 1)
  if (!check) throw new Error('no check was begun')
  const { size, wrong, wrongSeq, wrongEventId, headHex } = check
  const waiting = await countUnsealed(db)
  const rest = waiting === 0 ? '' : ` ${waiting} more wait to be sealed.`
  if (wrong === null) {
    return {
      isWhole: true,
      said: `Whole: ${size} events, the last with the hash\n${headHex}${rest && `\n${rest.trim()}`}`,
    }
  }
  const where = wrongSeq === null ? 'an event without a place' : `place ${wrongSeq} of ${size}`
  const which = wrongEventId === null ? '' : `, event ${wrongEventId}`
  return { isWhole: false, said: `NOT WHOLE: ${where}${which}: ${WORDS[wrong] ?? wrong} (${wrong}).${rest}` }
}

function headIn(typed: string): KnownHead {
  const [, size, head] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(typed) ?? []
  if (size === undefined || head === undefined) throw new Impossible(USAGE)
  return { size: Number(size), head: Buffer.from(head, 'hex') }
}
