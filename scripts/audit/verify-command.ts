/** `npm run audit:verify`: checks the whole chain at once. Needs the database alone. */
import { randomUUID } from 'node:crypto'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Anchored } from '#app/ledgers/ledger.ts'
import { countUnsealed, findPlacesOf } from '#app/records/audit/db/chain.server.ts'
import { findChecks, findOpenCheck } from '#app/records/audit/db/checks.server.ts'
import { beginAudit, checkSlice, type KnownHead } from '#app/records/audit/workflows/check-chain.server.ts'
import type { Log } from '#app/workflow-deps.ts'
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

/**
 * `isWhole`: nothing is wrong. `anchored`: the heads of the log on a ledger; each has to be a place of the chain.
 * Throws Impossible with a sentence when nothing was checked.
 */
export async function verifyCommand(
  db: Database,
  args: string[],
  anchored: readonly Anchored[] | null = null,
): Promise<{ isWhole: boolean; said: string }> {
  const { options } = readWords(args, { usage: USAGE, options: ['head'], count: 0 })
  const outside = options.head === undefined ? [] : [headIn(options.head)]
  const deps = { db, clock: { now: () => new Date() }, newId: randomUUID as () => string, log: SILENT }
  if (await findOpenCheck(db)) {
    // An audit that was requested before does not compare our --head: finish it first.
    while ((await checkSlice(deps)) === 'more');
  }
  await beginAudit(deps, { operatorId: null })
  while ((await checkSlice(deps, outside)) === 'more');
  const [check] = await findChecks(db, 1)
  if (!check) throw new Error('no check was begun')
  const { size, wrong, wrongSeq, wrongEventId, headHex } = check
  const waiting = await countUnsealed(db)
  const rest = waiting === 0 ? '' : ` ${waiting} more wait to be sealed.`
  const anchors = anchored && (await compareAnchors(db, anchored))
  if (wrong === null && anchors && !anchors.isKnown) {
    return { isWhole: false, said: `NOT WHOLE: ${anchors.said} ${WORDS.other_head} (other_head).${rest}` }
  }
  if (wrong === null) {
    const more = [rest.trim(), anchors?.said ?? ''].filter((line) => line !== '').map((line) => `\n${line}`)
    return { isWhole: true, said: `Whole: ${size} events, the last with the hash\n${headHex}${more.join('')}` }
  }
  const where = wrongSeq === null ? 'an event without a place' : `place ${wrongSeq} of ${size}`
  const which = wrongEventId === null ? '' : `, event ${wrongEventId}`
  return { isWhole: false, said: `NOT WHOLE: ${where}${which}: ${WORDS[wrong] ?? wrong} (${wrong}).${rest}` }
}

/** Call it after a check of the whole chain: then each head in it was there when it was anchored. */
async function compareAnchors(
  db: Database,
  anchored: readonly Anchored[],
): Promise<{ isKnown: boolean; said: string }> {
  const [newest] = anchored
  if (!newest) return { isKnown: true, said: 'Nothing is anchored on the ledger yet.' }
  const places = await findPlacesOf(
    db,
    anchored.map(({ head }) => head),
  )
  const unknown = anchored.find(({ head }) => !places.has(head))
  if (unknown) {
    const when = unknown.at.toISOString()
    return { isKnown: false, said: `the transaction ${unknown.hash} of ${when} holds a head that is no place of it:` }
  }
  const last = `the last at place ${places.get(newest.head)}, ${newest.at.toISOString()}`
  return { isKnown: true, said: `Anchored on the ledger: ${anchored.length}, each of them a place of it; ${last}.` }
}

function headIn(typed: string): KnownHead {
  const [, size, head] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(typed) ?? []
  if (size === undefined || head === undefined) throw new Impossible(USAGE)
  return { size: Number(size), head: Buffer.from(head, 'hex') }
}
