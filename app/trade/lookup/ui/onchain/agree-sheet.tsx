import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AcceptsSupplement } from '#app/accounts/ui/service-terms.tsx'
import { takesTag } from '#app/kernel/domain/assets.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { WalletHelp } from '#app/settlement/payouts/ui/wallet-help.tsx'
import { ContractLink } from '#app/trade/lookup/ui/escrow-facts.tsx'
import { onchainAction } from '#app/trade/onchain/ui/onchain-action.ts'
import type { OnchainProps } from './onchain-props.ts'

type AgreeProps = OnchainProps & {
  problem: Problem | null
  typed: { walletAddress: string; walletMemo: string } | null
  isBusy: boolean
}

/** The seller states a wallet and accepts contract and date; until the deposit, another wallet. */
export function AgreeSheet(props: AgreeProps) {
  const { t } = useTranslation()
  if (props.hold.agreed === null) {
    return (
      <Sheet title={t('held.agree.title')} noPrint>
        <AgreeForm {...props} />
      </Sheet>
    )
  }
  return (
    <Sheet title={t('held.facts.sellerWallet')} noPrint>
      <p className="small muted">{t('held.agree.againText')}</p>
      {props.hold.changeUntil && (
        <p>
          <MomentSentence at={props.hold.changeUntil} text={(time) => t('held.agree.asked', { time })} />
        </p>
      )}
      <Disclosure summary={t('held.agree.again')} look="act" open={props.problem !== null}>
        <AgreeForm {...props} />
      </Disclosure>
    </Sheet>
  )
}

function AgreeForm({ escrow, hold, problem, typed, isBusy }: AgreeProps) {
  const { t } = useTranslation()
  const errorOf = (field: string) => (problem?.field === field ? problem.text : null)
  return (
    // The key remounts the fields, so that the address read out of a pasted name appears in them.
    <Form
      method="post"
      action={onchainAction(escrow.transactionId)}
      className="stack"
      key={problem ? `read:${typed?.walletAddress}` : 'asked'}
    >
      <input type="hidden" name="txid" value={escrow.transactionId} />
      {escrow.sealed.fingerprint && <input type="hidden" name="seenTerms" value={escrow.sealed.fingerprint} />}
      <p>
        <Link to={`/seller-confirm?txid=${escrow.transactionId}#terms`}>{t('terms.title')}</Link>
      </p>
      {escrow.contract && (
        <p>
          {t('escrow.facts.contract')}: <ContractLink escrowId={escrow.id} contract={escrow.contract} />
        </p>
      )}
      <TextArea
        name="walletAddress"
        label={t('held.agree.wallet', { currency: escrow.currency })}
        hint={t('held.agree.walletHint')}
        error={errorOf('walletAddress')}
        defaultValue={typed?.walletAddress}
        rows={1}
        code
        after={<WalletHelp />}
      />
      {takesTag(escrow.currency) && (
        <Field
          name="walletMemo"
          label={t('ui.pay.tag')}
          note={t('form.optional')}
          error={errorOf('walletMemo')}
          defaultValue={typed?.walletMemo}
          inputMode="numeric"
          code
          short
        />
      )}
      <Checkbox
        name="isAccepted"
        label={<MomentSentence at={hold.until} text={(time) => t('held.agree.accept', { time })} />}
        error={errorOf('isAccepted')}
      />
      {escrow.sealed.asksSupplement && <AcceptsSupplement by="accepting" />}
      <Actions after>
        <Button name="intent" value="agree" disabled={isBusy}>
          {t('held.agree.button')}
        </Button>
      </Actions>
    </Form>
  )
}
