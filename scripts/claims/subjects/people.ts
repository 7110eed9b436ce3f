/** Accounts, screening and privacy. */

import { visit } from '#app/accounts/domain/access.ts'
import { STANDS_STILL_MS } from '#app/accounts/domain/account-change.ts'
import { PASSWORD_LENGTH } from '#app/accounts/domain/password-rules.ts'
import { RECOVERY_CODES } from '#app/accounts/domain/second-factor.ts'
import { SUPPLEMENT_DAY, TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { ROLES } from '#app/accounts/domain/viewer.ts'
import { TOKEN_LIFE_MS } from '#app/kernel/domain/account-token.ts'
import { reviewBy } from '#app/ops/domain/review-by.ts'
import { SANCTIONS_LISTS } from '#app/screening/domain/listed-entry.ts'
import { REVIEW_FROM } from '#app/screening/domain/names/score-name.ts'
import { DETAIL_FIELDS } from '#app/screening/domain/person-detail.ts'
import { REVIEW_STATES } from '#app/screening/domain/review.ts'
import { keptUntil } from '#app/settings/domain/closing.ts'
import type { Subject } from '../claim.ts'

export const people: Subject = {
  title: 'Accounts, screening and privacy',
  rules: {
    review_by: { home: 'app/ops/domain/review-by.ts', value: () => reviewBy(new Date(0)) },
    terms: {
      home: 'app/accounts/domain/service-terms.ts',
      value: () => [TERMS_VERSION, TERMS_SUPPLEMENT, SUPPLEMENT_DAY],
    },
    roles: {
      home: 'app/accounts/domain/access.ts',
      value: () => [ROLES, visit('/submit', null), visit('/dashboard', null)],
    },
    sign_in: { home: 'app/accounts/domain/password-rules.ts', value: () => [PASSWORD_LENGTH, RECOVERY_CODES] },
    links: { home: 'app/kernel/domain/account-token.ts', value: () => TOKEN_LIFE_MS },
    stands_still: { home: 'app/accounts/domain/account-change.ts', value: () => STANDS_STILL_MS },
    screening: {
      home: 'app/screening/domain/review.ts',
      value: () => [SANCTIONS_LISTS, REVIEW_FROM, REVIEW_STATES, DETAIL_FIELDS],
    },
    kept: { home: 'app/settings/domain/closing.ts', value: () => keptUntil(new Date(0), 5) },
  },
  claims: [
    {
      id: 'data-and-how-long',
      says: 'What is kept of people and for how long; what is deleted when an account is closed.',
      texts: [
        'legal:privacy.*',
        'legal:terms.sections.11.*',
        'legal:terms.sections.12.*',
        'common:settings.*',
        'mail:accountClosed.*',
        'faq:groups.5.*',
      ],
      rules: ['kept'],
      tests: [
        'app/settings/domain/closing.test.ts',
        'tests/integration/settings/close-account.long.test.ts',
        'tests/integration/screening/kept-for-years.test.ts',
      ],
    },
    {
      id: 'screening-is-decided-by-people',
      says: 'Names and wallets are compared with the lists; nobody is refused for a name alone: a person decides, and the money is kept until then.',
      texts: [
        'legal:terms.sections.3.*',
        'faq:groups.5.items.0.*',
        'common:checked.*',
        'common:refusal.account_being_checked',
      ],
      rules: ['screening'],
      tests: [
        'app/screening/domain/review.test.ts',
        'tests/integration/screening/screening.test.ts',
        'tests/integration/screening/reviewed-payouts.test.ts',
      ],
    },
    {
      id: 'accounts-are-their-owners',
      says: 'Only the owner of an address confirms it; passwords are never asked for by email; who gets in is told.',
      texts: [
        'mail:confirmEmail.*',
        'mail:passwordReset.*',
        'mail:passwordChanged.*',
        'mail:emailChangeTold.*',
        'mail:accountExists.*',
        'mail:frame.*',
        'common:account.*',
        'common:login.waitOr',
        'common:standsStill.*',
        'legal:terms.sections.2.*',
      ],
      rules: ['links', 'sign_in', 'stands_still'],
      tests: [
        'tests/integration/accounts/confirm-link.test.ts',
        'tests/integration/accounts/owner-of-mailbox.test.ts',
        'tests/integration/accounts/ways-back.test.ts',
      ],
    },
    {
      id: 'roles-have-their-pages',
      says: 'Buyers open and fund, sellers confirm and are paid; each page is open to those whom it concerns.',
      texts: ['common:access.*', 'faq:groups.5.items.2.*', 'common:register.*'],
      rules: ['roles'],
      tests: ['app/accounts/domain/access.test.ts', 'tests/e2e/accounts/access.test.ts'],
    },
    {
      id: 'terms-that-were-accepted',
      says: 'The version of the terms that somebody accepted is stored; an escrow goes on under the terms under which it was opened.',
      texts: ['legal:terms.sections.13.*', 'legal:terms.*'],
      rules: ['terms'],
      tests: ['tests/integration/accounts/register-user.test.ts'],
    },
    {
      id: 'help-in-time',
      says: 'Letters to us are answered within the time that is set; contact needs no mail program.',
      texts: ['common:contact.*', 'common:company.*', 'faq:help.*', 'mail:contactMessage.*'],
      rules: ['letter_fate'],
      tests: ['tests/integration/notices/letters-once.test.ts'],
    },
    {
      id: 'a-check-is-told',
      says: 'Whoever is being checked reads that it has begun, how long it takes as a rule, what is missing, and that it is over.',
      texts: ['mail:accountChecked.*', 'common:checked.*'],
      rules: ['review_by', 'screening'],
      tests: ['tests/integration/screening/told-of-check.test.ts'],
    },
    {
      id: 'a-supplement-is-told',
      says: 'People with open escrows are told of a supplement to the terms once; it counts for them once they accept it by their next act.',
      texts: ['mail:termsChanged.*'],
      rules: ['terms'],
      tests: [
        'tests/integration/accounts/terms/acceptances.test.ts',
        'tests/integration/accounts/terms/supplement-letters.test.ts',
      ],
    },
  ],
}
