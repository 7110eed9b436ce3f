/** What the agreed deadlines of a trade cause, and what stops them. */

import { Decimal } from '#app/kernel/domain/money.ts'
import { CUSTODIANS } from '#app/settlement/custody/domain/custodian.ts'
import { isComplete } from '#app/trade/terms/domain/asked-documents.ts'
import { consequenceOf } from '#app/trade/terms/domain/consequence.ts'
import * as clock from '#app/trade/terms/domain/deadline.ts'
import {
  BEFORE_LEDGER_DATE_MS,
  LEAST_ABLE_MS,
  MOST_OF_STEP_MS,
  MOST_WITHDRAWN,
  PAUSES,
} from '#app/trade/terms/domain/pause-table.ts'
import { roundsLeft } from '#app/trade/terms/domain/presentations-left.ts'
import { DEADLINES, OWNERS } from '#app/trade/terms/domain/standing.ts'
import * as dates from '#app/trade/terms/domain/trade-dates.ts'
import type { Subject } from '../claim.ts'

const EITHER = [true, false]
const AT = new Date('2030-01-01T00:00:00Z')
const MONEY = new Decimal(1)

/** The consequence of each deadline, in every situation that makes a difference. */
const whatFollows = () =>
  DEADLINES.flatMap((kind) =>
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
      home: 'app/trade/terms/domain/deadline.ts',
      value: () => [
        DEADLINES,
        OWNERS,
        clock.GRACE_MS,
        clock.LAST_NOTICE_MS,
        clock.LEAST_WORKING_DAYS,
        clock.OUTCOMES,
        clock.DEADLINE_REMINDERS,
      ],
    },
    what_follows: { home: 'app/trade/terms/domain/consequence.ts', value: whatFollows },
    complete: {
      home: 'app/trade/terms/domain/asked-documents.ts',
      value: () => [isComplete([], []), isComplete(['PackingList'], []), isComplete(['PackingList'], ['PackingList'])],
    },
    chosen_dates: {
      home: 'app/trade/terms/domain/trade-dates.ts',
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
    more_time: {
      home: 'app/trade/terms/domain/deadline.ts',
      value: () => [clock.ANSWER_WITHIN_MS, clock.MOST_MORE_DAYS],
    },
    pauses: {
      home: 'app/trade/terms/domain/pause-table.ts',
      value: () => [PAUSES, MOST_OF_STEP_MS, LEAST_ABLE_MS, BEFORE_LEDGER_DATE_MS, MOST_WITHDRAWN],
    },
    rounds: {
      home: 'app/trade/terms/domain/presentations-left.ts',
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
      tests: ['app/trade/terms/domain/deadline.test.ts', 'tests/integration/trade/terms/deadlines.long.test.ts'],
    },
    {
      id: 'not-presented-in-time-goes-back',
      says: 'When nothing is accepted by the date to present, both get notice, and 48 hours later the money is due back to the buyer; what the XRP Ledger holds comes back at its date.',
      texts: ['common:clock.*', 'common:dates.presentByHint', 'mail:dates.*'],
      rules: ['deadlines', 'what_follows'],
      tests: [
        'app/trade/terms/domain/consequence.test.ts',
        'app/notices/emails/date-emails.test.ts',
        'tests/integration/trade/terms/consequences.long.test.ts',
      ],
    },
    {
      id: 'silence-after-the-last-notice',
      says: 'When the buyer decides nothing in time, a last notice of 24 hours follows; then the documents count as accepted where that was agreed and nothing stands against it, else Quayside decides.',
      texts: ['common:clock.*', 'common:dates.*', 'mail:dates.*', 'instructions:*', 'legal:terms.sections.7.*'],
      rules: ['what_follows', 'deadlines', 'complete'],
      tests: [
        'app/trade/terms/domain/consequence.test.ts',
        'tests/integration/trade/terms/consequences.long.test.ts',
        'tests/integration/notices/letters-with-dates.test.ts',
        'tests/integration/trade/terms/silence-model.long.test.ts',
        'tests/e2e/trade/terms/silence.long.test.ts',
      ],
    },
    {
      id: 'pauses-are-bounded',
      says: 'What stops a deadline stands in one table, and nothing that its owner can bring about gains time, but what the table says.',
      texts: ['common:dates.still.*', 'common:standsStill.*'],
      rules: ['pauses'],
      tests: ['app/trade/terms/domain/pauses.test.ts', 'tests/integration/trade/terms/pauses.long.test.ts'],
    },
    {
      id: 'more-time-needs-both',
      says: 'Each side may ask once for more time at each step; the other answers within 48 hours, and no answer is a no.',
      texts: ['common:moreTime.*', 'common:dates.request.*'],
      rules: ['more_time'],
      tests: ['tests/integration/trade/terms/deadlines.long.test.ts'],
    },
    {
      id: 'terms-change-only-by-both',
      says: 'What both have accepted is sealed and changes only by an amendment to which both agree.',
      texts: ['common:terms.*'],
      rules: ['chosen_dates'],
      tests: [
        'app/trade/terms/domain/sealed-terms.test.ts',
        'app/trade/terms/domain/amendment.test.ts',
        'tests/integration/trade/terms/amendments.long.test.ts',
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
      tests: ['app/trade/terms/domain/deadline.test.ts', 'tests/integration/trade/documents/examination.long.test.ts'],
    },
  ],
}
