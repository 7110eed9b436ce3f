/** What the agreed dates of a trade do, and what stops them. */
import { isComplete } from '#app/domain/agreement/asked-documents.ts'
import * as clock from '#app/domain/agreement/clock.ts'
import { consequenceOf } from '#app/domain/agreement/consequence.ts'
import {
  BEFORE_LEDGER_DATE_MS,
  LEAST_ABLE_MS,
  MOST_OF_STEP_MS,
  MOST_WITHDRAWN,
  PAUSES,
} from '#app/domain/agreement/pause-table.ts'
import { roundsLeft } from '#app/domain/agreement/rounds.ts'
import { CLOCKS, OWNERS } from '#app/domain/agreement/standing.ts'
import * as dates from '#app/domain/agreement/trade-dates.ts'
import { CUSTODIANS } from '#app/domain/custody/custodian.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import type { Subject } from '../claim.ts'

const EITHER = [true, false]
const AT = new Date('2030-01-01T00:00:00Z')
const MONEY = new Decimal(1)

/** What follows each date, in every situation that makes a difference. */
const whatFollows = () =>
  CLOCKS.flatMap((kind) =>
    CUSTODIANS.flatMap((custody) =>
      dates.ON_SILENCE.flatMap((onSilence) =>
        EITHER.flatMap((isComplete) =>
          EITHER.flatMap((walletMustBeChecked) =>
            EITHER.map((isHeard) => {
              const { act, follows, to, why, noticeUntil, at } = consequenceOf(
                { kind, owner: 'buyer', dueAt: AT, wait: null },
                {
                  now: AT,
                  custody,
                  ledgerDate: custody === 'platform' ? null : new Date(AT.getTime() + 30 * 86_400_000),
                  amount: MONEY,
                  receivedAmount: MONEY,
                  onSilence,
                  isComplete,
                  wasPresented: isComplete,
                  roundsLeft: 1,
                  walletMustBeChecked,
                  buyerHasConfirmedEmail: isHeard,
                  isNoticeUnheard: !isHeard,
                  hasRefundWallet: false,
                },
              )
              return [act, follows, to, why, noticeUntil, at]
            }),
          ),
        ),
      ),
    ),
  )

export const tradeDates: Subject = {
  title: 'The dates of a trade',
  rules: {
    deadlines: {
      home: 'app/domain/agreement/clock.ts',
      value: () => [
        CLOCKS,
        OWNERS,
        clock.GRACE_MS,
        clock.LAST_NOTICE_MS,
        clock.LEAST_WORKING_DAYS,
        clock.OUTCOMES,
        clock.ROUNDS,
      ],
    },
    what_follows: { home: 'app/domain/agreement/consequence.ts', value: whatFollows },
    complete: {
      home: 'app/domain/agreement/asked-documents.ts',
      value: () => [isComplete([], []), isComplete(['PackingList'], []), isComplete(['PackingList'], ['PackingList'])],
    },
    chosen_dates: {
      home: 'app/domain/agreement/trade-dates.ts',
      value: () => [
        dates.ON_SILENCE,
        dates.FUND_WITHIN_DAYS,
        dates.PRESENT_WITHIN_DAYS,
        dates.EXAMINE_DAYS,
        dates.MOST_EXAMINE_DAYS,
        dates.MOST_DAYS_AHEAD,
        dates.usualDates(new Date(0)),
      ],
    },
    more_time: { home: 'app/domain/agreement/clock.ts', value: () => [clock.ANSWER_WITHIN_MS, clock.MOST_MORE_DAYS] },
    pauses: {
      home: 'app/domain/agreement/pause-table.ts',
      value: () => [PAUSES, MOST_OF_STEP_MS, LEAST_ABLE_MS, BEFORE_LEDGER_DATE_MS, MOST_WITHDRAWN],
    },
    rounds: {
      home: 'app/domain/agreement/rounds.ts',
      value: () =>
        [0, 1, 2].flatMap((round) => EITHER.map((isAllowed) => roundsLeft({ hasDates: true, round, isAllowed }))),
    },
  },
  claims: [
    {
      id: 'not-funded-in-time-ends',
      says: 'An escrow that is not funded by its date ends; what has arrived goes back to the buyer.',
      texts: [
        'common:clock.title.fund',
        'common:clock.then.fund',
        'common:dates.fundByHint',
        'common:clock.outcome.lapsed.*',
      ],
      rules: ['deadlines', 'chosen_dates'],
      tests: ['app/domain/agreement/clock.test.ts', 'tests/integration/agreement/clocks.long.test.ts'],
    },
    {
      id: 'not-presented-in-time-goes-back',
      says: 'When nothing is accepted by the date to present, both get notice, and 48 hours later the money is due back to the buyer; what the XRP Ledger holds comes back at its date.',
      texts: ['common:clock.*', 'common:dates.presentByHint', 'mail:dates.*'],
      rules: ['deadlines', 'what_follows'],
      tests: [
        'app/domain/agreement/consequence.test.ts',
        'app/emails/letters/date-letters.test.ts',
        'tests/integration/agreement/consequences.long.test.ts',
      ],
    },
    {
      id: 'silence-after-the-last-notice',
      says: 'When the buyer decides nothing in time, a last notice of 24 hours follows; then the documents count as accepted where that was agreed and nothing stands against it, else Quayside decides.',
      texts: ['common:clock.*', 'common:dates.*', 'mail:dates.*', 'instructions:*', 'legal:terms.sections.7.*'],
      rules: ['what_follows', 'deadlines', 'complete'],
      tests: [
        'app/domain/agreement/consequence.test.ts',
        'tests/integration/agreement/consequences.long.test.ts',
        'tests/integration/letters/letters-with-dates.test.ts',
        'tests/integration/agreement/silence-model.long.test.ts',
        'tests/e2e/agreement/silence.long.test.ts',
      ],
    },
    {
      id: 'pauses-are-bounded',
      says: 'What stops a deadline stands in one table, and nothing that its owner can bring about gains time, but what the table says.',
      texts: ['common:dates.still.*', 'common:standsStill.*'],
      rules: ['pauses'],
      tests: ['app/domain/agreement/pauses.test.ts', 'tests/integration/agreement/pauses.long.test.ts'],
    },
    {
      id: 'more-time-needs-both',
      says: 'Each side may ask once for more time at each step; the other answers within 48 hours, and no answer is a no.',
      texts: ['common:moreTime.*', 'common:dates.request.*'],
      rules: ['more_time'],
      tests: ['tests/integration/agreement/clocks.long.test.ts'],
    },
    {
      id: 'terms-change-only-by-both',
      says: 'What both have accepted is sealed and changes only by an amendment to which both agree.',
      texts: ['common:terms.*'],
      rules: ['chosen_dates'],
      tests: [
        'app/domain/agreement/sealed-terms.test.ts',
        'app/domain/agreement/amendment.test.ts',
        'tests/integration/agreement/amendments.long.test.ts',
      ],
    },
    {
      id: 'two-rounds',
      says: 'A rejection says its reasons once; the seller may present again as often as rounds are left.',
      texts: [
        'common:examination.*',
        'faq:groups.3.items.2.*',
        'mail:documentsRejected.*',
        'freight:questions.list.3.answer',
      ],
      rules: ['rounds'],
      tests: ['app/domain/agreement/clock.test.ts', 'tests/integration/documents/examination.long.test.ts'],
    },
  ],
}
