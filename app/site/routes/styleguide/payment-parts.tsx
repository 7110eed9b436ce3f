import { FeeBreakdown } from '#app/fees/ui/fee-breakdown.tsx'
import { Disclosure, Explain } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Countdown } from '#app/kernel/ui/live/countdown.tsx'
import { Watch } from '#app/kernel/ui/live/watch.tsx'
import { AdminFrame } from '#app/kernel/ui/page/page.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { PaymentRequestSheet } from '#app/ledgers/references/ui/payment-request.tsx'

const ACCOUNT = 'GFEE7QUAYSIDEDEMO4YE7SFSJ7SSAY32BTR6KRU2VYLGOUR35ES6MGO3'
export const SAMPLE_REQUEST = `web+stellar:pay?destination=${ACCOUNT}&amount=3034.6051&memo=1839204417&memo_type=MEMO_ID`
const SINCE = '2026-11-18T14:32:00Z'
const UNTIL = '2026-11-18T14:47:00Z'

export function PaymentParts({ qr }: { qr: QrDrawing }) {
  return (
    <AdminFrame after asideLabel="Fee" aside={<Aside />}>
      <Disclosure
        look="sheet"
        summary={
          <>
            <b>$48,000.00</b> transaction, fee <b>$342.00</b> in <b>XLM</b>.{' '}
            <span className="ok">✓ Coupon applied</span>
          </>
        }
      >
        <div className="sheet__in">What can be changed.</div>
      </Disclosure>
      <Sheet
        title="Send exactly this from your wallet"
        top={
          <Countdown since={SINCE} until={UNTIL}>
            Price locked until <Moment at={UNTIL} as="clock" />
          </Countdown>
        }
        bottom={
          <Watch title="Waiting for your payment">
            We are watching the Stellar ledger. A payment usually shows within ten seconds and this page moves on by
            itself.
          </Watch>
        }
      >
        <PaymentRequestSheet
          amount="3034.6051"
          asset="XLM"
          address={ACCOUNT}
          memo="1839204417"
          uri={SAMPLE_REQUEST}
          qr={qr}
          networkRemark="XLM only, not a wrapped token"
          due={{ worth: { usd: '342', at: SINCE }, test: { amount: '20', rest: '3014.6051' } }}
        />
      </Sheet>
    </AdminFrame>
  )
}

function Aside() {
  return (
    <>
      <Sheet title="Fee breakdown">
        <FeeBreakdown
          transactionUsd="48000"
          feeRate="0.0075"
          grossUsd="360"
          coupon={{ code: 'HARBOR5', discountRate: '0.05', discountUsd: '18' }}
          netUsd="342"
          quote={{
            asset: 'XLM',
            priceUsd: '0.1127',
            priceSource: 'CoinGecko',
            priceReadAt: SINCE,
            amount: '3034.6051',
          }}
        />
      </Sheet>
      <Sheet title="When the minimum applies">
        <FeeBreakdown
          feeRate="0.0075"
          grossUsd="67.5"
          coupon={{ code: 'HARBOR5', discountRate: '0.05', discountUsd: '3.38' }}
          minimumTopUpUsd="35.88"
          netUsd="100"
        />
        <Explain term="Why a minimum?">Each escrow costs us the same work, whatever its size.</Explain>
      </Sheet>
    </>
  )
}
