/** What differs where the ledger itself holds the money. */

import { hasLapsed, lastReleaseAt, RELEASE_MARGIN_SECONDS } from '#app/domain/custody/date.ts'
import { EXIT_KINDS } from '#app/domain/custody/exit.ts'
import { turnPastDate } from '#app/domain/custody/past-date.ts'
import { HELD_DIFFERENCES } from '#app/domain/held/differences.ts'
import { END_OF } from '#app/domain/held/exit-fate.ts'
import { MOST_AGREEMENTS, MOST_UNLOCKED } from '#app/domain/held/limits.ts'
import { LEAST_DAYS_AHEAD, MOST_DAYS_AHEAD } from '#app/domain/held/until.ts'
import { ASSETS } from '#app/domain/kernel/assets.ts'
import type { Subject } from '../claim.ts'

const DEADLINE = 1_893_456_000
const AT = new Date(DEADLINE * 1000)

export const custody: Subject = {
  title: 'Money that the ledger holds',
  rules: {
    held_exits: {
      home: 'app/domain/custody/exit.ts',
      value: () => [EXIT_KINDS, END_OF, ASSETS.map((currency) => [currency, turnPastDate({ currency })])],
    },
    held_date: {
      home: 'app/domain/custody/date.ts',
      value: () => [
        RELEASE_MARGIN_SECONDS,
        lastReleaseAt({ deadline: DEADLINE }),
        ASSETS.map((asset) => hasLapsed({ asset, deadline: DEADLINE }, AT)),
      ],
    },
    held_terms: {
      home: 'app/domain/held/until.ts',
      value: () => [LEAST_DAYS_AHEAD, MOST_DAYS_AHEAD, MOST_AGREEMENTS, MOST_UNLOCKED],
    },
    held_differences: { home: 'app/domain/held/differences.ts', value: () => HELD_DIFFERENCES },
  },
  claims: [
    {
      id: 'the-ledger-holds-it',
      says: 'Where the ledger holds the money nobody alone can move it before its date: on Stellar two of three sign, on the XRP Ledger Quayside can release it to the seller’s wallet only.',
      texts: ['common:held.*', 'faq:held.*', 'legal:held.*', 'mail:held.*'],
      rules: ['held_exits', 'held_terms', 'held_differences'],
      tests: [
        'tests/integration/held/held-rules.test.ts',
        'tests/integration/held/ways-out/held-exit-rules.test.ts',
        'tests/integration/held/held-model.long.test.ts',
      ],
    },
    {
      id: 'at-its-date-it-goes-back',
      says: 'From its date on what the ledger holds is the buyer’s; that date stands still for nobody.',
      texts: ['common:held.*', 'mail:held.*', 'common:refusal.exit_*', 'common:refusal.held_*'],
      rules: ['held_date'],
      tests: [
        'app/domain/custody/date.test.ts',
        'app/domain/custody/past-date.test.ts',
        'tests/integration/held/ways-out/exits-by-date.long.test.ts',
      ],
    },
  ],
}
