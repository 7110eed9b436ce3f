/** Emails: who gets them, how often, and which are joined. */

import { KEY_LIFE_MS } from '#app/notices/domain/email-fate.ts'
import { MATTER_OF } from '#app/notices/domain/email-kinds.ts'
import * as limits from '#app/notices/domain/email-limits.ts'
import { ALWAYS_TRIED, DELIVERY_FAILURES, MAIL_EVENTS, STOPS_DEADLINES } from '#app/notices/domain/mail-event.ts'
import { REMINDER_KINDS, REMINDERS_OF } from '#app/notices/domain/reminder-kinds.ts'
import { UNDELIVERED_MS } from '#app/trade/terms/domain/pause-table.ts'
import type { Subject } from '../claim.ts'

export const letters: Subject = {
  title: 'Letters',
  rules: {
    mail_events: {
      home: 'app/notices/domain/mail-event.ts',
      value: () => [MAIL_EVENTS, DELIVERY_FAILURES, STOPS_DEADLINES, ALWAYS_TRIED, UNDELIVERED_MS],
    },
    letter_matters: { home: 'app/notices/domain/email-kinds.ts', value: () => MATTER_OF },
    letter_limits: {
      home: 'app/notices/domain/email-limits.ts',
      value: () => [
        limits.LIMITED_OVER_MS,
        limits.JOINED_WITHIN_MS,
        limits.INVITED_AGAIN_AFTER_MS,
        limits.INVITATION_LIFE_MS,
        limits.EMAILS_A_DAY,
        limits.OF_CONSEQUENCE,
        limits.WITHHELD_FOR,
      ],
    },
    letter_fate: { home: 'app/notices/domain/email-fate.ts', value: () => KEY_LIFE_MS },
    reminders: { home: 'app/notices/domain/reminder-kinds.ts', value: () => [REMINDER_KINDS, REMINDERS_OF] },
  },
  claims: [
    {
      id: 'both-are-written-to',
      says: 'Both sides get a letter when money moves, when it is their turn, and when a date comes near.',
      texts: [
        'mail:sellerConfirmed.*',
        'mail:reminder.*',
        'common:reminders.*',
        'common:seller.doneText',
        'common:escrow.invitation.*',
      ],
      rules: ['letter_limits', 'reminders'],
      tests: [
        'app/notices/domain/email-limits.test.ts',
        'app/trade/reminders/domain/reminder.test.ts',
        'tests/integration/notices/letters-of-acts.long.test.ts',
      ],
    },
    {
      id: 'told-only-what-was-sent',
      says: 'A page or a letter says that the other side was written to only when the letter was sent; what its stage has overtaken is not sent.',
      texts: ['common:escrow.told.*', 'mail:escrowToFund.*', 'mail:frame.*'],
      rules: ['letter_matters', 'letter_limits'],
      tests: [
        'app/notices/domain/notification.test.ts',
        'app/notices/domain/email-stage.test.ts',
        'tests/integration/notices/letters-in-stages.long.test.ts',
      ],
    },
    {
      id: 'letters-that-come-back',
      says: 'When letters to somebody come back, both sides and the owner are told, and a deadline of theirs stands still for it once.',
      texts: ['common:unreached.*', 'mail:lettersCameBack.*', 'common:escrow.invitation.*'],
      rules: ['mail_events'],
      tests: ['tests/integration/notices/mail-events.test.ts', 'tests/integration/trade/terms/pauses.long.test.ts'],
    },
  ],
}
