/** What the service costs, coupons, commissions and the pilot. */
import { COUPON_VERDICTS } from '#app/fees/domain/coupon.ts'
import { DEFAULT_DISCOUNT_RATE, DEFAULT_PAYOUT_RATE, FEE_RATE, MINIMUM_FEE_USD } from '#app/fees/domain/fee.ts'
import { PAYERS_UNMATCHED, WAITING_UNMATCHED } from '#app/fees/domain/fee-back.ts'
import { COVERED_SHARE, coverOf, SERVICE_FEES } from '#app/fees/domain/service-fee.ts'
import { EARNING_STATES, REVERSALS } from '#app/fees/resellers/domain/earning.ts'
import { QUOTE_MINUTES } from '#app/fees/workflows/quote-service-fee.server.ts'
import { AGREEMENT, PRICE_MINUTES } from '#app/prices/domain/price.ts'
import { MOST_MOVE } from '#app/prices/domain/price-jump.ts'
import type { Subject } from '../claim.ts'

export const fees: Subject = {
  title: 'Fees, coupons and prices',
  rules: {
    fee_back: { home: 'app/fees/domain/fee-back.ts', value: () => [PAYERS_UNMATCHED, WAITING_UNMATCHED] },
    fee: { home: 'app/fees/domain/fee.ts', value: () => [FEE_RATE, MINIMUM_FEE_USD, DEFAULT_DISCOUNT_RATE] },
    fee_cover: { home: 'app/fees/domain/service-fee.ts', value: () => [SERVICE_FEES.map(coverOf), COVERED_SHARE] },
    quote: { home: 'app/fees/workflows/quote-service-fee.server.ts', value: () => QUOTE_MINUTES },
    prices: { home: 'app/prices/domain/price.ts', value: () => [PRICE_MINUTES, AGREEMENT, MOST_MOVE] },
    coupon: { home: 'app/fees/domain/coupon.ts', value: () => COUPON_VERDICTS },
    commission: {
      home: 'app/fees/resellers/domain/earning.ts',
      value: () => [DEFAULT_PAYOUT_RATE, EARNING_STATES, REVERSALS],
    },
  },
  claims: [
    {
      id: 'what-it-costs',
      says: 'The service fee is 0.75 % of the transaction and at least $100, paid by the buyer; sellers pay nothing.',
      texts: [
        'common:home.fee.*',
        'common:home.fine.*',
        'common:payment.*',
        'faq:groups.0.items.1.*',
        'legal:terms.sections.4.*',
        'mail:welcome.*',
        'common:receipt.*',
        'mail:feeReceipt.*',
        'common:dashboard.fee.*',
        'common:submit.fee.*',
        'common:invitation.costText',
        'freight:calculator.*',
      ],
      rules: ['fee', 'fee_cover'],
      tests: [
        'app/fees/domain/fee.test.ts',
        'app/fees/domain/service-fee.test.ts',
        'tests/integration/fees/service-fee.test.ts',
        'tests/integration/fees/fee-for-each.long.test.ts',
      ],
    },
    {
      id: 'the-price-is-locked',
      says: 'The price of a fee is locked for 15 minutes; a payment that arrives later still counts if it covers the fee then.',
      texts: ['common:payment.*', 'faq:groups.1.items.3.*', 'mail:reminder.quote_unpaid.*', 'common:submit.isDollar'],
      rules: ['quote', 'prices'],
      tests: ['app/fees/domain/fee-arrival.test.ts', 'tests/integration/fees/fee-arrivals.test.ts'],
    },
    {
      id: 'coupons-and-commissions',
      says: 'A coupon takes off what it states and never brings the fee below $100; its reseller earns out of our fee.',
      texts: ['common:reseller.*', 'mail:resellerLink.*'],
      rules: ['coupon', 'commission'],
      tests: [
        'app/fees/domain/coupon.test.ts',
        'tests/integration/fees/own-commission.test.ts',
        'tests/integration/fees/resellers/reseller-pages.test.ts',
      ],
    },
    {
      id: 'the-pilot-is-free',
      says: 'The pilot gives a buyer one escrow without a fee; whoever passed the link on sees how many came, not who.',
      texts: ['common:customer.*', 'freight:*'],
      rules: ['fee_cover'],
      tests: ['tests/integration/accounts/pilots/pilot-links.test.ts'],
    },
    {
      id: 'what-is-no-fee-goes-back',
      says: 'What came with a payer’s own memo or tag and is not the fee goes back to the wallet that the payer names, once.',
      texts: ['common:feeBack.*', 'mail:feeOwedBack.*', 'statement:receipt.*'],
      rules: ['fee_back'],
      tests: ['app/fees/domain/fee-back.test.ts', 'tests/integration/fees/fee-back.long.test.ts'],
    },
  ],
}
