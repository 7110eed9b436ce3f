import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Disclosure, HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { AdminFrame } from '#app/kernel/ui/page/page.tsx'
import { Track } from '#app/kernel/ui/progress/track.tsx'
import { Turn } from '#app/kernel/ui/progress/turn.tsx'
import { Amount, Usd } from '#app/kernel/ui/text/amount.tsx'
import { CopyRow } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { PaymentQr } from '#app/ledgers/references/ui/payment-qr.tsx'
import { WalletCard, WalletCards } from '#app/settlement/payouts/ui/wallet-card.tsx'
import { DocumentList } from '#app/trade/documents/ui/document-list.tsx'
import { EscrowList } from '#app/trade/lookup/ui/escrow-list.tsx'
import { SAMPLE_REQUEST } from './payment-parts.tsx'

const HASH = '669dfaec24ea9e2fd489131266c903f560f0905a07b9489ef54519e733e45904'
const STATED = 'GBTIDE2KIWEY4G6IC4O4ZF5Q2PVNEGSGZCDUV53HSRV6UIQOABW5EYAM'
const EXPECTED = 'GBTIDE2KIWEY4G6IC4O4T5XJ7GWA2JF47K4YV53HSRV6UIQOABW5EYAM'
const TXID = 'auto_7K3MQ9XHW2TPV4ZD'
const CONFIRMED_AT = '2026-11-18T16:40:00Z'
const file = (fileName: string, size: number) => ({
  fileName,
  size,
  sha256: HASH,
  isScanned: true,
  href: `/documents/${fileName}`,
})

export function EscrowParts({ qr }: { qr: QrDrawing }) {
  return (
    <>
      <div className="desk--after">
        <Turn
          tone="yours"
          who="Your turn"
          title="Examine the documents and decide."
          text={
            <>
              We hold the money until you decide. Approval pays the seller{' '}
              <strong>
                <Amount value="412500" asset="XLM" />
              </strong>{' '}
              at once and is final.
            </>
          }
          actions={
            <>
              <ButtonLink size="bar" to="#decision">
                Go to your decision
              </ButtonLink>
              <a href="#wallet">The payout wallet differs from the one you expected</a>
            </>
          }
          lines={[
            { state: 'done', label: 'Funded', detail: <Moment at="2026-11-12T09:14:00Z" /> },
            { state: 'done', label: 'Confirmed by seller', detail: <Moment at={CONFIRMED_AT} /> },
            { state: 'now', label: 'Documents approved', detail: 'Pending, your decision' },
            { state: 'out', label: 'Released to seller', detail: 'when all three hold' },
          ]}
        />
      </div>
      <AdminFrame after asideLabel="Escrow" aside={<Aside qr={qr} />}>
        <Sheet title="Documents" aside={<span className="muted small">5 of 7 presented</span>}>
          <DocumentList
            documents={[
              {
                kind: 'CommercialInvoice',
                title: 'Commercial Invoice',
                files: [file('KTC-2291-invoice.pdf', 184_000)],
              },
              { kind: 'PackingList', title: 'Packing List', files: [file('KTC-2291-packing.pdf', 96_000)] },
              { kind: 'BillOfLading', title: 'Bill of Lading', files: [file('BL-TEMA-0077341.pdf', 412_000)] },
              {
                kind: 'InsuranceCertificate',
                title: 'Insurance Certificate',
                files: [file('cover-note-88120.pdf', 230_000)],
              },
              {
                kind: 'CertificateOfOrigin',
                title: 'Certificate of Origin',
                files: [file('origin-form-a.jpg', 1_800_000)],
              },
              {
                kind: 'InspectionCertificate',
                title: 'Inspection Certificate',
                files: [],
                remark: 'Not presented. The contract decides whether it is needed.',
              },
              {
                kind: 'ShipmentImage',
                title: 'Shipment Images',
                files: [file('gate.jpg', 2_100_000), file('seal.jpg', 1_900_000)],
              },
            ]}
          />
        </Sheet>
        <Sheet title="Where the money will go" id="wallet">
          <WalletCards>
            <Note tone="attention" title="Not the wallet you expected.">
              <p>
                The marked groups differ. Before you approve, telephone the seller on a number you already had; don’t
                ask by message.
              </p>
            </Note>
            <WalletCard title="Stated by the seller" tag="paid if you approve" address={STATED} differsFrom={EXPECTED}>
              Memo <b className="num">77120045</b>. Account exists and can receive XLM. Stated{' '}
              <Moment at={CONFIRMED_AT} />.
            </WalletCard>
            <WalletCard title="Expected by you" address={EXPECTED} differsFrom={STATED}>
              Memo <b className="num">77120045</b>. Stated when you opened the escrow.
            </WalletCard>
          </WalletCards>
        </Sheet>
      </AdminFrame>
      <EscrowList
        title="Your turn"
        items={[
          {
            txid: TXID,
            href: '/transaction-lookup',
            title: 'Washed coffee, 320 bags',
            counterparty: 'Kestrel Tide Coffee Co-op',
            amount: <Amount value="412500" asset="XLM" />,
            amountUsd: <Usd value="46488.75" />,
            next: (
              <>
                <b>Approve or reject the documents.</b> Payout wallet not as expected.
              </>
            ),
            due: 'Due 4 Dec 2026, 23:59 UTC',
            act: 'Examine',
            dots: ['done', 'done', 'now'],
            stage: 'Documents pending',
            isYours: true,
            isFirst: true,
          },
          {
            txid: 'auto_5ACF6JY8RW2MNB0H',
            href: '/transaction-lookup',
            title: 'Pump housings, 60',
            amount: <Amount value="31000" asset="USDC" />,
            next: 'The seller corrects the Packing List and presents again.',
            due: 'No date',
            isDateless: true,
            act: 'Open',
            dots: ['done', 'done', 'bad'],
            stage: 'Rejected',
          },
        ]}
      />
    </>
  )
}

function Aside({ qr }: { qr: QrDrawing }) {
  return (
    <>
      <Sheet title="Escrow" aside={<Tag>Auto</Tag>}>
        <Facts
          items={[
            { label: 'Amount', value: <Amount value="412500" asset="XLM" />, detail: '$46,488.75 at $0.1127' },
            { label: 'Seller', value: 'Kestrel Tide Coffee Co-op' },
            { label: 'Opened', value: <Moment at="2026-11-11T17:02:00Z" as="day" /> },
            { label: 'Notes', value: '320 bags washed coffee, CIF Rotterdam' },
          ]}
        />
        <CopyRow value={TXID} what="escrow ID" />
      </Sheet>
      <Sheet
        title="Deposit"
        aside={
          <Tag tone="good" icon="check">
            Funded
          </Tag>
        }
      >
        <Facts items={[{ label: 'Received', value: <Amount value="412500" asset="XLM" /> }]} />
        <HashDisclosure label="Real TXID" hash={HASH} />
        <Disclosure summary="Payment QR code" noPrint>
          <PaymentQr uri={SAMPLE_REQUEST} drawing={qr} size={160} />
        </Disclosure>
      </Sheet>
      <Sheet title="What has happened">
        <Track
          events={[
            { text: 'Payout wallet not as expected', at: CONFIRMED_AT, tone: 'warn' },
            { text: 'Transaction submitted and verified', at: '2026-11-12T09:14:00Z', tone: 'good' },
            { text: 'Escrow opened with a contract', at: '2026-11-11T17:02:00Z' },
          ]}
        />
      </Sheet>
    </>
  )
}
