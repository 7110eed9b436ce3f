import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isCalledOff } from '#app/escrow/domain/escrow.ts'
import { PaymentClaims } from '#app/escrow/ui/payment-claims.tsx'
import { takesTag } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Later, loadLater } from '#app/kernel/ui/live/later.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { UncountedNote } from '#app/ledgers/payments/ui/uncounted.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

// A separate chunk: few need the code after funding. The server renders it at once.
const loadQr = () => import('#app/ledgers/references/ui/folded-qr.tsx')
const QR = loadLater(import.meta.env.SSR ? (await loadQr()).FoldedQr : undefined, async () => (await loadQr()).FoldedQr)

type DepositSheetProps = { escrow: EscrowView; qr: QrDrawing | null; reader: Reader }

/** What has arrived, is outstanding, is owed back, or does not count. */
export function DepositSheet({ escrow, qr, reader }: DepositSheetProps) {
  const { t } = useTranslation()
  const { deposit, currency } = escrow
  const isFunded = escrow.times.verifiedAt !== null
  const isCancelled = isCalledOff(escrow.stage)
  const state = isFunded ? 'funded' : isCancelled ? 'cancelled' : deposit.state === 'none' ? 'none' : 'short'
  const isTag = takesTag(currency)
  const money = (value: string) => <Amount value={value} asset={currency} />
  const stamp = useStamp({ isFunded, isCancelled })
  return (
    <Sheet
      id="deposit"
      title={t('escrow.deposit.title')}
      aside={
        <Tag tone={isFunded ? 'good' : 'waiting'} icon={isFunded ? 'check' : undefined}>
          {escrow.stage === 'lapsed' ? t('escrow.stage.lapsed') : t(`escrow.deposit.${state}`)}
        </Tag>
      }
    >
      {escrow.stage === 'lapsed' && <p className="small">{t('clock.outcome.lapsed.text')}</p>}
      <Facts
        items={[
          { label: t('escrow.deposit.received'), value: money(deposit.received) },
          { label: t('escrow.deposit.stillDue'), value: money(deposit.stillDue) },
          { label: t('escrow.deposit.excess'), value: money(escrow.owedBack) },
          { label: t('escrow.deposit.network'), value: escrow.networkName },
          { label: t(isTag ? 'escrow.deposit.tag' : 'escrow.deposit.memo'), value: deposit.reference },
        ]}
      />
      {reader === 'buyer' && <UncountedNote payments={deposit.payments} />}
      {deposit.realTxId && <HashDisclosure label={t('escrow.deposit.real')} hash={deposit.realTxId} />}
      {!deposit.realTxId && deposit.statedTxId && reader === 'seller' && (
        <HashDisclosure label={t('escrow.deposit.stated')} hash={deposit.statedTxId} />
      )}
      {escrow.stage !== 'awaiting_funds' && <PaymentClaims escrow={escrow} only="odd" />}
      {qr && <Later part={QR} props={{ uri: deposit.uri, drawing: qr, stamp }} />}
      {reader === 'buyer' && !deposit.realTxId && !isCancelled && (
        <Form method="post" className="no-print">
          <input type="hidden" name="txid" value={escrow.transactionId} />
          <Button name="intent" value="fetch" look="line" size="small">
            {t('escrow.deposit.fetch')}
          </Button>
        </Form>
      )}
    </Sheet>
  )
}

/** Stamp on the QR code of a funded or cancelled escrow, so that nobody pays it. */
function useStamp({ isFunded, isCancelled }: { isFunded: boolean; isCancelled: boolean }) {
  const { t } = useTranslation()
  if (isFunded) return { words: t('escrow.deposit.stampPaid'), why: t('escrow.deposit.qrPaid') }
  if (isCancelled) return { words: t('escrow.deposit.stampCancelled'), why: t('escrow.deposit.qrCancelled') }
  return undefined
}
