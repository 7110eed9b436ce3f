/** One function decides who may see and do what in an escrow (decision 135): a change misses other comparisons. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'

/** Comparisons that decide no permission, each with its reason. */
const MAY_COMPARE: Record<string, string> = {
  'app/notices/workflows/complete-email.server.ts': 'words: to which side a letter goes that is written already',
  'app/accounts/workflows/changes/stand-still.server.ts': 'a letter to the other side of each trade',
  'app/trade/terms/workflows/accept-terms.server.ts': 'whether the same form was sent twice',
  'app/unmatched/workflows/notify-claimants.server.ts': 'no letter to whoever knows it already',
  'app/trade/opening/workflows/invitation/seller-address.server.ts':
    'which address may be named, before there is an escrow',
  'app/trade/terms/workflows/amend.server.ts': 'whether a proposal is of these two people still, whoever answers',
  'app/trade/lookup/queries/escrow-pages.server.ts': 'the name of the other side in a row of the own list',
  'app/records/statement/queries/statement-history.server.ts': 'words: by whom an event of any time was',
}
/** Compares a person's id with an escrow's, in either order. Comparing the id with null decides nothing. */
const COMPARES =
  /\b(?:buyerId|sellerId)\)? *[!=]==? *(?!null\b|undefined\b)[\w(]|[!=]==? *(?:[\w.?]+\.)?(?:buyerId|sellerId)\b|\[(?:[\w.]+\.)?(?:buyerId|sellerId)\b[^\]]*\]\.includes\(/
/** The functions that answered it before. */
const FORMER = /\b(?:isParty|maySell|isNamedSeller|sideWithSay|sideOf)\(\{? ?(?:escrow|parties|seen|before|found)\b/

const compare = (source: string) =>
  source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .some((line) => COMPARES.test(line) || FORMER.test(line))

it('no workflow, query or page compares a person with the parties of an escrow', () => {
  const files = globSync('app/**/*.{ts,tsx}', { cwd: ROOT, exclude: (name) => name === 'generated' })
  const comparing = files.filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      !file.startsWith('app/escrow/domain/') &&
      compare(readFileSync(join(ROOT, file), 'utf8')),
  )
  // A file that is allowed and no longer compares has to leave the list, too.
  expect(comparing.sort()).toEqual(Object.keys(MAY_COMPARE).sort())
})

it.each([
  'if (!seen || escrow.buyerId !== buyerId) return',
  'if (seen?.buyerId !== correction.buyerId) return',
  'return userId === escrow.sellerId',
  'const isOwn = viewer.id === sellerId',
  "const reader = userId === escrow.buyerId ? 'buyer' : 'seller'",
  'if (![escrow.buyerId, sellerId].includes(userId)) return',
  'const side = sideOf(escrow, userId)',
])('tells a decision: %s', (line) => expect(compare(line)).toBe(true))

it.each([
  'if (escrow.sellerId === null) return',
  "const to = reader === 'buyer' ? { userId: escrow.buyerId } : null",
  "const userId = side === 'seller' ? escrow.buyerId : escrow.sellerId",
  'resellerId === id',
  '// escrow.buyerId === userId',
])('leaves alone: %s', (line) => expect(compare(line)).toBe(false))
