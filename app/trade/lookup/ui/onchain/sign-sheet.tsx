import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { WalletCard } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { SigningView } from '#app/trade/onchain/domain/signing/signing-view.ts'
import { onchainAction } from '#app/trade/onchain/ui/onchain-action.ts'
import { SignWithFreighter } from '#app/trade/onchain/ui/sign-with-freighter.tsx'
import { SigningCode } from '#app/trade/onchain/ui/signing-code.tsx'
import type { OnchainProps } from './onchain-props.ts'

type SignProps = OnchainProps & { signing: SigningView; problem: Problem | null; isBusy: boolean }

/** A transaction for the reader's wallet: its effect, what to sign, and where to paste the result. */
export function SignSheet({ escrow, hold, signing: { kind, ...signing }, problem, isBusy }: SignProps) {
  const { t, i18n } = useTranslation()
  const amount = formatAmount(escrow.amount, escrow.currency, i18n.language)
  const { xdr, wallet, uri, qr, passphrase } = signing
  const isTaking = kind === 'take'
  return (
    <Sheet title={t(titleOf(kind))} id="sign" className="stack" noPrint>
      <p>
        {t(TEXTS[kind], { amount })} {ASKS_EITHER.includes(kind) && t('held.exit.text')}
      </p>
      {kind === 'approval' && hold.agreed && (
        <WalletCard title={t('lookup.wallets.stated')} address={hold.agreed.sellerWallet} />
      )}
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
      <Form method="post" action={onchainAction(escrow.transactionId)}>
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
          hint={t('held.lock.signedHint')}
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

const TITLES = {
  approval: 'held.approval.title',
  closing: 'held.closing.title',
  return: 'held.return.title',
  take: 'held.take.title',
} as const satisfies Partial<Record<SigningView['kind'], string>>

function titleOf(kind: SigningView['kind']) {
  return kind in TITLES ? TITLES[kind as keyof typeof TITLES] : 'held.exit.title'
}

const TEXTS = {
  approval: 'held.approval.text',
  release: 'held.exit.release',
  refund: 'held.exit.refund',
  division: 'held.exit.division',
  expiry: 'held.exit.expiry',
  closing: 'held.closing.text',
  return: 'held.return.text',
  take: 'held.take.text',
} as const satisfies Record<SigningView['kind'], string>

/** Either side's signature is enough. */
const ASKS_EITHER: readonly SigningView['kind'][] = ['release', 'refund', 'division']
