import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { factsOfNetwork } from '#app/kernel/domain/assets.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { isSameWallet } from '#app/kernel/domain/wallet.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { datedRefusalText } from '#app/kernel/i18n/refusal-moments.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { OfferView } from '#app/trade/onchain/domain/signing/signing-view.ts'
import { onchainAction } from '#app/trade/onchain/ui/onchain-action.ts'
import { SignWithFreighter } from '#app/trade/onchain/ui/sign-with-freighter.tsx'
import { SigningCode } from '#app/trade/onchain/ui/signing-code.tsx'
import { WalletCheck } from '#app/trade/onchain/ui/wallet-check.tsx'
import { XrplDeposit, XrplWarning } from '#app/trade/onchain/ui/xrpl-deposit.tsx'
import type { OnchainProps } from './onchain-props.ts'

type DepositProps = OnchainProps & {
  offer: OfferView
  problem: Problem | null
  /** The refused hash. */
  typedHash: string | undefined
  isBusy: boolean
}
type Of<Network> = Omit<DepositProps, 'offer'> & { offer: Extract<OfferView, { network: Network }> }

/** The deposit for the buyer's wallet to sign: a link, a code, and text to copy. */
export function OnchainDepositSheet({ offer, ...props }: DepositProps) {
  const { t, i18n } = useTranslation()
  const { escrow, hold, problem, typedHash, isBusy } = props
  const amount = formatAmount(escrow.amount, escrow.currency, i18n.language)
  const { native, custody } = factsOfNetwork(escrow.currency)
  const reserve = formatAmount(custody.reserve, native, i18n.language)
  return (
    <Sheet title={t('held.next.lock.own.title', { amount })} className="stack" noPrint>
      {offer.network === null ? (
        <NotYet offer={offer} />
      ) : (
        <>
          <SellersWallet escrow={escrow} hold={hold} />
          <p>{t('held.lock.from')}</p>
          <p>
            <Code value={hold.buyerWallet} shape="even" size="small" />
          </p>
          <p className="small muted">{t('held.lock.reserve', { reserve })}</p>
          {offer.network === 'stellar' ? (
            <StellarDeposit {...props} offer={offer} />
          ) : (
            <>
              <XrplWarning until={hold.until} sellerWallet={hold.agreed?.sellerWallet ?? ''} />
              <XrplDeposit
                transactionId={escrow.transactionId}
                json={offer.json}
                validUntil={offer.validUntil}
                error={problem?.field === 'lockHash' ? problem.text : null}
                typed={typedHash}
                isBusy={isBusy}
              />
            </>
          )}
        </>
      )}
    </Sheet>
  )
}

/** Nothing if it is the expected wallet. */
function SellersWallet({ escrow: { expectedWallet: expected }, hold: { agreed } }: OnchainProps) {
  if (agreed === null) return null
  const stated = { address: agreed.sellerWallet, memo: agreed.sellerTag }
  return expected && isSameWallet(expected, stated) ? null : <WalletCheck stated={stated} expected={expected} />
}

/** Why the deposit must wait: it could not be released or taken back. */
function NotYet({ offer }: { offer: Extract<OfferView, { network: null }> }) {
  const { t, i18n } = useTranslation()
  const textOf = (refusal: Refusal) => datedRefusalText(t, refusal, i18n.language)
  return (
    <Note tone="attention" title={t('held.lock.notYet')}>
      {offer.buyer && <p>{textOf(offer.buyer)}</p>}
      {offer.seller && (
        <p>
          {t('held.lock.sellers')} {textOf(offer.seller)}
        </p>
      )}
    </Note>
  )
}

function StellarDeposit({ escrow, hold, offer, problem, isBusy }: Of<'stellar'>) {
  const { t } = useTranslation()
  const { xdr, hash, uri, qr, passphrase, validUntil } = offer
  return (
    <>
      <SigningCode uri={uri} qr={qr} />
      <TextArea
        name="xdr"
        label={t('held.lock.unsigned')}
        hint={<MomentSentence at={validUntil} text={(time) => t('held.lock.unsignedHint', { time })} />}
        defaultValue={xdr}
        key={hash}
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
          wallet={hold.buyerWallet}
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
          <Button name="intent" value="send_lock" disabled={isBusy}>
            {t('held.lock.send')}
          </Button>
        </Actions>
      </Form>
    </>
  )
}
