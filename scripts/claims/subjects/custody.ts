/** What differs when the ledger holds the money. */

import { ASSETS } from '#app/kernel/domain/assets.ts'
import { hasLapsed, lastReleaseAt, RELEASE_MARGIN_SECONDS } from '#app/settlement/custody/domain/date.ts'
import { awaitingPastDate } from '#app/settlement/custody/domain/past-date.ts'
import { SETTLEMENT_KINDS } from '#app/settlement/custody/domain/settlement.ts'
import { ONCHAIN_DIFFERENCES } from '#app/trade/onchain/domain/differences.ts'
import { LEDGERS_TO_SIGN, SECONDS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import {
  MOST_AGREEMENTS,
  MOST_DRAFTS_A_DAY,
  MOST_UNLOCKED,
  MOST_WALLET_CHANGES,
  WALLET_CHANGE_MS,
} from '#app/trade/onchain/domain/limits.ts'
import { DEPOSIT_FATES } from '#app/trade/onchain/domain/onchain-view.ts'
import { END_OF } from '#app/trade/onchain/domain/settlement-fate.ts'
import { LEAST_DAYS_AHEAD, MOST_DAYS_ON_CHAIN } from '#app/trade/onchain/domain/until.ts'
import type { Subject } from '../claim.ts'

const DEADLINE = 1_893_456_000
const AT = new Date(DEADLINE * 1000)

export const custody: Subject = {
  title: 'Money that the ledger holds',
  rules: {
    held_exits: {
      home: 'app/settlement/custody/domain/settlement.ts',
      value: () => [SETTLEMENT_KINDS, END_OF, ASSETS.map((currency) => [currency, awaitingPastDate({ currency })])],
    },
    held_date: {
      home: 'app/settlement/custody/domain/date.ts',
      value: () => [
        RELEASE_MARGIN_SECONDS,
        lastReleaseAt({ deadline: DEADLINE }),
        ASSETS.map((asset) => hasLapsed({ asset, deadline: DEADLINE }, AT)),
      ],
    },
    held_terms: {
      home: 'app/trade/onchain/domain/until.ts',
      value: () => [LEAST_DAYS_AHEAD, MOST_DAYS_ON_CHAIN, MOST_AGREEMENTS, MOST_UNLOCKED],
    },
    held_differences: { home: 'app/trade/onchain/domain/differences.ts', value: () => ONCHAIN_DIFFERENCES },
    held_drafts: {
      home: 'app/trade/onchain/domain/limits.ts',
      value: () => [LEDGERS_TO_SIGN, SECONDS_TO_SIGN, MOST_DRAFTS_A_DAY, MOST_WALLET_CHANGES, WALLET_CHANGE_MS],
    },
    held_lock_fates: { home: 'app/trade/onchain/domain/onchain-view.ts', value: () => DEPOSIT_FATES },
  },
  claims: [
    {
      id: 'the-ledger-holds-it',
      says: 'Where the ledger holds the money nobody alone can move it before its date: on Stellar two of three sign, on the XRP Ledger Quayside can release it to the seller’s wallet only.',
      texts: ['common:held.*', 'faq:held.*', 'legal:held.*', 'mail:held.*'],
      rules: ['held_exits', 'held_terms', 'held_differences'],
      tests: [
        'tests/integration/trade/onchain/onchain-rules.test.ts',
        'tests/integration/trade/onchain/ways-out/onchain-exit-rules.test.ts',
        'tests/integration/trade/onchain/onchain-model.long.test.ts',
      ],
    },
    {
      id: 'at-its-date-it-goes-back',
      says: 'From its date on what the ledger holds is the buyer’s; that date stands still for nobody.',
      texts: ['common:held.*', 'mail:held.*', 'common:refusal.exit_*', 'common:refusal.held_*'],
      rules: ['held_date'],
      tests: [
        'app/settlement/custody/domain/date.test.ts',
        'app/settlement/custody/domain/past-date.test.ts',
        'tests/integration/trade/onchain/ways-out/exits-by-date.long.test.ts',
      ],
    },
    {
      id: 'one-draft-locks-once',
      says: 'What the buyer’s wallet is asked to sign can lock once. What does not count goes back to its owner; on the XRP Ledger what lies under the condition of what counts goes to the seller with it, and the buyer reads so before approving.',
      texts: [
        'common:held.other.*',
        'common:held.also.*',
        'common:held.lock.jsonHint',
        'common:refusal.held_drafts_used',
      ],
      rules: ['held_drafts', 'held_lock_fates'],
      tests: [
        'app/trade/onchain/domain/onchain-view.test.ts',
        'tests/integration/trade/onchain/drafts/draft-rules.test.ts',
        'tests/integration/trade/onchain/drafts/one-lock-of-one-draft.test.ts',
        'tests/integration/trade/onchain/drafts/offered-again.test.ts',
      ],
    },
    {
      id: 'the-sellers-wallet-stands-while-it-may-be-signed-for',
      says: 'The seller’s wallet stands while the buyer may be signing for it, for about an hour; a request for another one stops new drafts for three hours at most, three times for an escrow.',
      texts: ['common:held.agree.*', 'common:refusal.held_wallet_*'],
      rules: ['held_drafts'],
      tests: ['tests/integration/trade/onchain/drafts/wallet-stands.test.ts'],
    },
  ],
}
