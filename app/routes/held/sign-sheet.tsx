import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { SignWithFreighter } from '#app/ui/held/sign-with-freighter.tsx'
import { SigningCode } from '#app/ui/held/signing-code.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import type { Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'
import type { ShownSigning } from './exit-shown.server.ts'
import type { HeldEscrow } from './held-props.ts'

type SignProps = { escrow: HeldEscrow; signing: ShownSigning; problem: Problem | null; isBusy: boolean }

/** A transaction that waits for the reader's wallet: what it does with the money, what to sign, and where what was signed goes. */
export function SignSheet({ escrow, signing: { kind, ...signing }, problem, isBusy }: SignProps) {
  const { t } = useTranslation()
  const { xdr, wallet, uri, qr, passphrase } = signing
  const isTaking = kind === 'take'
  return (
    <Sheet title={t(TITLES[kind] ?? 'held.exit.title')} className="stack" noPrint>
      <p>
        {t(TEXTS[kind])} {ASKS_EITHER.includes(kind) && t('held.exit.text')}
      </p>
      <p>{t('held.lock.from')}</p>
      <p>
        <Code value={wallet} shape="even" size="small" />
      </p>
      <SigningCode uri={uri} qr={qr} />
      <TextArea
        name="xdr"
        label={t('held.lock.unsigned')}
        defaultValue={xdr}
        key={xdr}
        rows={4}
        readOnly
        code
        after={<CopyButton value={xdr} what={t('held.lock.unsigned')} />}
      />
      <Form method="post">
        <input type="hidden" name="txid" value={escrow.transactionId} />
        <SignWithFreighter
          field="signed"
          xdr={xdr}
          passphrase={passphrase}
          wallet={wallet}
          networkName={escrow.networkName}
        />
        <TextArea
          name="signed"
          label={t('held.lock.signed')}
          hint={t(isTaking ? 'held.lock.signedHint' : 'held.exit.hint')}
          error={problem?.field === 'signed' ? problem.text : null}
          rows={4}
          code
        />
        <Actions after>
          <Button name="intent" value={isTaking ? 'take_share' : 'sign_exit'} disabled={isBusy}>
            {t(isTaking ? 'held.lock.send' : 'held.exit.button')}
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}

const TITLES: Partial<Record<ShownSigning['kind'], 'held.closing.title' | 'held.take.title'>> = {
  closing: 'held.closing.title',
  take: 'held.take.title',
}

const TEXTS = {
  release: 'held.exit.release',
  refund: 'held.exit.refund',
  division: 'held.exit.division',
  expiry: 'held.exit.expiry',
  closing: 'held.closing.text',
  take: 'held.take.text',
} as const satisfies Record<ShownSigning['kind'], string>

/** The other side's signature would do as well. */
const ASKS_EITHER: readonly ShownSigning['kind'][] = ['release', 'refund', 'division']
