/** What an invited person reads of a trade whose money a ledger holds. */

import { expect, test } from 'vitest'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import type { Kept } from '#app/settlement/custody/domain/custodian.ts'
import { showToInvited } from '#app/settlement/custody/domain/show-custody.ts'
import { wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { CUSTODIAL, ONCHAIN_UNTIL } from '#tests/support/onchain/shown-onchain.ts'
import { InvitationPage } from './invitation-page.tsx'

type Trade = Parameters<typeof InvitationPage>[0]['invitation']['trade']

const way = { token: 'token', login: '/login', viewer: null, registering: null, refused: undefined }

function drawn({
  held = { deadline: new Date(ONCHAIN_UNTIL) },
  ...changes
}: Partial<Trade> & { held?: Kept['held'] }): string {
  const { currency = 'XRP' } = changes
  const trade: Trade = {
    email: 'ben@example.com',
    buyerName: 'Ann',
    isBuyerConfirmed: true,
    amount: '500',
    ...byName(TEXTS, () => ''),
    isFunded: false,
    halted: null,
    ...changes,
    currency,
    custody: showToInvited({ currency, held }),
  }
  return wordsOf(<InvitationPage invitation={{ state: 'login', trade }} {...way} />)
}

test.each(['XLM', 'XRP'] as const)('nothing that is true only of %s with Quayside', (currency) => {
  for (const halted of [null, 'refund_requested', 'disputed'] as const) {
    for (const isFunded of [true, false]) {
      expect(drawn({ currency, halted, isFunded })).not.toMatch(CUSTODIAL)
    }
  }
  expect(drawn({ currency, isFunded: true })).toContain('is locked on the ledger')
  expect(drawn({ currency, isFunded: false })).toContain('We email you when it is funded')
  expect(drawn({ currency, isFunded: true, halted: 'disputed' })).toMatch(/about 500.+\s+Held until\s+31 Jan 2027/)
})

test('where Quayside holds it, it is here', () => {
  expect(drawn({ held: null, isFunded: true })).toContain('500.0000 XRP is here.')
})
