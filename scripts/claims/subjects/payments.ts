/** Incoming payments: counted, late, partial, unmatched. */

import { CORRECTIONS_A_DAY } from '#app/escrow/domain/correction.ts'
import { CORRECTABLE } from '#app/escrow/domain/escrow-terms.ts'
import { CLAIM_VERDICTS } from '#app/escrow/domain/payment-claim.ts'
import { AMOUNT_TOLERANCE } from '#app/kernel/domain/money.ts'
import { PAYMENT_PROBLEMS } from '#app/ledgers/payments/domain/arrival.ts'
import { DUST_BELOW } from '#app/ledgers/payments/domain/dust.ts'
import { FEE_UNMATCHED, UNMATCHED_ENDS } from '#app/ledgers/payments/domain/unmatched-payment.ts'
import type { Subject } from '../claim.ts'

export const payments: Subject = {
  title: 'Payments that come in',
  rules: {
    arrival: { home: 'app/ledgers/payments/domain/arrival.ts', value: () => [PAYMENT_PROBLEMS, AMOUNT_TOLERANCE] },
    dust: { home: 'app/ledgers/payments/domain/dust.ts', value: () => DUST_BELOW },
    cases: { home: 'app/ledgers/payments/domain/unmatched-payment.ts', value: () => [FEE_UNMATCHED, UNMATCHED_ENDS] },
    stated: { home: 'app/escrow/domain/payment-claim.ts', value: () => CLAIM_VERDICTS },
    correction: { home: 'app/escrow/domain/correction.ts', value: () => [CORRECTABLE, CORRECTIONS_A_DAY] },
  },
  claims: [
    {
      id: 'what-arrives-is-kept',
      says: 'What reaches our accounts is recorded and never lost; in part it counts towards what is due; what is too much, too late or astray is owed back.',
      texts: [
        'common:escrow.deposit.*',
        'common:arrival.*',
        'common:onLedger.*',
        'common:rest.*',
        'common:stated.*',
        'faq:groups.1.*',
        'mail:depositIncomplete.*',
        'mail:feeIncomplete.*',
        'legal:terms.sections.6.*',
        'legal:terms.sections.9.*',
        'statement:deposit.*',
        'mail:caseClosed.*',
        'common:amount.*',
      ],
      rules: ['arrival', 'dust', 'cases', 'stated'],
      tests: [
        'app/ledgers/payments/domain/arrival.test.ts',
        'tests/integration/ledgers/payments/kept-money.test.ts',
        'tests/integration/ledgers/payments/strange-payments.test.ts',
        'tests/integration/fees/fee-conservation.long.test.ts',
      ],
    },
    {
      id: 'paying-into-an-escrow',
      says: 'The page shows where to send an escrow’s money, with a memo or tag of its own, and sees the payment by itself.',
      texts: [
        'mail:escrowToFund.*',
        'mail:escrowFunded.*',
        'common:submit.*',
        'common:ui.qr.*',
        'instructions:buyer.*',
      ],
      rules: ['arrival', 'assets'],
      tests: [
        'tests/integration/trade/opening/trade.test.ts',
        'tests/integration/trade/opening/form-memos.test.ts',
        'tests/e2e/trade/opening/trade.test.ts',
      ],
    },
    {
      id: 'safe-to-ship',
      says: 'The escrow’s page says whether the escrow is funded; only then it is safe to ship.',
      texts: [
        'common:seller.afterLock',
        'common:share.*',
        'mail:escrowOpened.*',
        'common:invitation.*',
        'faq:groups.3.items.3.*',
        'freight:*',
      ],
      rules: ['stages'],
      tests: ['app/escrow/domain/escrow.test.ts', 'tests/e2e/trade/opening/trade.test.ts'],
    },
    {
      id: 'corrections-before-money',
      says: 'What an escrow says can be corrected by its buyer until money has arrived or a seller is bound.',
      texts: ['common:correct.*', 'common:lookup.seller.*', 'mail:sellerReplaced.*'],
      rules: ['correction'],
      tests: ['app/escrow/domain/correction.test.ts', 'tests/integration/trade/opening/corrections.long.test.ts'],
    },
  ],
}
