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
import type { ShownExit } from './exit-shown.server.ts'
import type { HeldEscrow } from './held-props.ts'

type ExitProps = { escrow: HeldEscrow; exit: ShownExit; problem: Problem | null; isBusy: boolean }

/** A way out that waits for the reader's wallet: what it does with the money, what to sign, and where what was signed goes. */
export function ExitSheet({ escrow, exit: { kind, xdr, wallet, uri, qr, passphrase }, problem, isBusy }: ExitProps) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('held.exit.title')} className="stack" noPrint>
      <p>
        {t(`held.exit.${kind}`)} {kind !== 'expiry' && t('held.exit.text')}
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
          hint={t('held.exit.hint')}
          error={problem?.field === 'signed' ? problem.text : null}
          rows={4}
          code
        />
        <Actions after>
          <Button name="intent" value="sign_exit" disabled={isBusy}>
            {t('held.exit.button')}
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}
