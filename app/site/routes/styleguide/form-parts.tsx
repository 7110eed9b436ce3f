import { acceptAttribute } from '#app/kernel/domain/file-kind.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Choice, OnlyWhen } from '#app/kernel/ui/forms/choice.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, FileField, Select, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { SheetPart } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { CONTRACT_KINDS, DOCUMENT_KINDS } from '#app/trade/documents/domain/documents.ts'
import { UploadRows } from '#app/trade/documents/ui/upload-rows.tsx'

const WALLET_ERROR = 'Please enter a valid XLM receiving wallet address.'
const CURRENCIES = [
  { value: 'XLM', label: 'XLM (Stellar)' },
  { value: 'USDC', label: 'USDC (Stellar)' },
  { value: 'XRP', label: 'XRP (XRP Ledger)' },
]

export function FormParts() {
  return (
    <div className="shelf">
      <div>
        <h2 className="cap cap--gap">Fields</h2>
        <form className="sheet" method="get">
          <ErrorSummary problems={[{ field: 'wallet', text: WALLET_ERROR }]} />
          <SheetPart title="A part of a form" hint="What it is for.">
            <Field name="amount" label="Amount" defaultValue="412500" inputMode="decimal" suffix="XLM" />
            <Field name="usd" label="Transaction amount" defaultValue="48000.00" inputMode="decimal" prefix="$" />
            <TextArea name="wallet" label="Receiving wallet" code rows={1} defaultValue="GB2K" error={WALLET_ERROR} />
            <Select name="currency" label="Currency" options={CURRENCIES} />
            <Field
              name="hash"
              label="Transaction hash"
              hint="64 letters and digits. Your wallet shows it after sending."
              code
            />
            <FileField
              name="contract"
              label="Contract"
              note="pdf, doc, docx or txt"
              accept={acceptAttribute(CONTRACT_KINDS)}
            />
            <Checkbox
              name="consent"
              label="I consent to sanctions screening (OFAC, UN, EU and UK lists)."
              defaultChecked
            />
            <Checkbox name="captcha" label="I am not a robot." error="Please verify the CAPTCHA." />
          </SheetPart>
        </form>
      </div>
      <div>
        <h2 className="cap cap--gap">Choice and uploads</h2>
        <form className="sheet" method="get">
          <SheetPart title="Your decision">
            <Choice
              name="status"
              legend="Document approval status"
              defaultValue="Rejected"
              options={[
                { value: 'Pending', label: 'Pending', consequence: 'Decide later. Nothing moves.' },
                {
                  value: 'Approved',
                  label: 'Approved',
                  consequence: '412,500.0000 XLM goes to the wallet ending in EYAM. Cannot be undone.',
                },
                {
                  value: 'Rejected',
                  label: 'Rejected',
                  consequence: 'The money stays here. The seller reads your reason and presents again.',
                },
              ]}
            />
            <OnlyWhen chosen="Approved">
              <Checkbox name="seen" label="I checked the new wallet with the seller." />
            </OnlyWhen>
            <OnlyWhen chosen="Rejected">
              <TextArea name="reason" label="Reason" hint="Name the document and what should change." />
            </OnlyWhen>
            <Actions after>
              <Button>Update</Button>
            </Actions>
          </SheetPart>
          <SheetPart title="Documents" hint="Up to 20 MB each.">
            <UploadRows
              deleteForm="delete-document"
              rows={[
                {
                  name: 'CommercialInvoice',
                  label: 'Commercial Invoice',
                  accept: acceptAttribute(DOCUMENT_KINDS),
                  files: [
                    {
                      id: '1',
                      fileName: 'KTC-2291-invoice.pdf',
                      size: 184_000,
                      sha256: `6eeec158${'0'.repeat(48)}566d817f`,
                    },
                  ],
                },
                {
                  name: 'PackingList',
                  label: 'Packing List',
                  hint: 'Every page',
                  accept: acceptAttribute(DOCUMENT_KINDS),
                  files: [],
                  error: 'This file is empty. Choose the file again.',
                },
              ]}
            />
          </SheetPart>
        </form>
        <form id="delete-document" method="get" />
      </div>
    </div>
  )
}
