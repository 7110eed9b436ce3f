import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { type SettleIntent, settleFieldId } from '#app/escrow/domain/settle-intents.ts'
import { SettleForm, type SettlingProps, shownIn, WalletFields } from '#app/escrow/ui/settle-form.tsx'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { FormDisclosure } from '#app/kernel/ui/frames/form-disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import type { DivisionKind } from '#app/trade/divisions/domain/division.ts'
import type { DivisionsView, DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'
import type { RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'
import { Proposal } from './proposals.tsx'
import { ShareField } from './share-field.tsx'

type Shown = EscrowDetails & DivisionsView & PayoutsView & RefundsView & { documents: readonly { id: string }[] }
type Props = SettlingProps<Shown>

export function DivisionSheet({ escrow, refused }: Props) {
  const { t } = useTranslation()
  const { divisions, mayDivide, currency } = escrow
  const [newest] = divisions
  const kind = mayDivide ?? newest?.kind
  if (!kind) return null
  // An offer that the seller has accepted is shown once: the buyer has to confirm it.
  const accepted = divisions.find((division) => isAccepted(escrow, division))
  const open = divisions.filter(
    ({ answer, side, seller }) => answer === null && !(side === 'buyer' && seller === accepted?.seller),
  )
  const agreed = divisions.filter(({ answer }) => answer?.kind === 'agreed')
  const past = divisions.filter(({ answer }) => answer !== null && answer.kind !== 'agreed')
  return (
    <Sheet id="division" className="stack" title={t(`division.title.${kind}`)}>
      {agreed.length === 0 && <p className="small muted">{t(`division.text.${kind}`)}</p>}
      {[...agreed, ...open].map((division) => (
        <div key={division.id} className="stack">
          <Proposal
            division={division}
            currency={currency}
            wallets={{ seller: escrow.payoutWallet, buyer: escrow.refundWallet }}
          />
          {division === accepted && <p className="small">{t('division.letter.accepts')}</p>}
          {division.mayAnswer && <Answer escrow={escrow} refused={refused} division={division} />}
          {division.mayWithdraw && (
            <OfDivision {...{ escrow, division, intent: 'withdraw_division', button: t('division.withdraw') }} />
          )}
        </div>
      ))}
      {mayDivide && <Propose escrow={escrow} refused={refused} kind={mayDivide} />}
      {past.length > 0 && (
        <Disclosure summary={t('division.past')}>
          <div className="stack">
            {past.map((division) => (
              <Proposal key={division.id} division={division} currency={currency} />
            ))}
          </div>
        </Disclosure>
      )}
    </Sheet>
  )
}

type OfDivisionProps = {
  escrow: Shown
  division: DivisionView
  intent: SettleIntent
  button: string
  look?: 'filled' | 'line'
  children?: ReactNode
}

function OfDivision({ division, children, ...form }: OfDivisionProps) {
  return (
    <SettleForm {...form}>
      <input type="hidden" name="division" value={division.id} />
      {children}
    </SettleForm>
  )
}

/** Accepting, which asks for confirmation, and declining. */
function Answer({ escrow, refused, division }: Props & { division: DivisionView }) {
  const { t } = useTranslation()
  if (waitsForCheck(escrow, division)) return <UncheckedAnswer escrow={escrow} refused={refused} division={division} />
  return (
    <div className="divide-answers">
      <OfDivision {...{ escrow, division, intent: 'agree_division', button: t('division.agree'), look: 'filled' }}>
        <ForBuyer
          {...{ escrow, refused, intent: 'agree_division' }}
          isPaid={division.buyer !== '0'}
          pays={division.seller !== '0'}
        />
      </OfDivision>
      <OfDivision {...{ escrow, division, intent: 'decline_division', button: t('lookup.settle.answer.decline') }} />
    </div>
  )
}

/** A seller's offer equal to the reading buyer's own: so a seller accepts whose wallet is still unchecked. */
function isAccepted({ ownSide, divisions }: Shown, { side, answer, seller }: DivisionView): boolean {
  if (ownSide !== 'buyer' || side !== 'seller' || answer !== null) return false
  return divisions.some((own) => own.side === 'buyer' && own.answer === null && own.seller === seller)
}

/** Only the buyer can confirm the check of the seller's wallet (decision 134): a seller accepts by an equal offer. */
function waitsForCheck({ ownSide, payoutWallet, custody }: Shown, { kind, seller }: DivisionView): boolean {
  if (ownSide !== 'seller' || kind !== 'offer' || custody.wallets === 'agreed' || seller === '0') return false
  return payoutWallet !== null && mustBeChecked(payoutWallet.expectation)
}

function UncheckedAnswer({ escrow, division }: Props & { division: DivisionView }) {
  const { t } = useTranslation()
  const { payoutWallet, divisions } = escrow
  const hasAccepted = divisions.some(
    ({ side, answer, seller }) => side === 'seller' && answer === null && seller === division.seller,
  )
  if (hasAccepted) return <p className="small">{t('division.waitsForCheck')}</p>
  return (
    <>
      <p className="small">{t('division.unchecked', { wallet: shortAddress(payoutWallet?.address ?? '') })}</p>
      <div className="divide-answers">
        <SettleForm escrow={escrow} intent="propose_division" button={t('division.agree')} look="filled">
          <input type="hidden" name="divisionKind" value="offer" />
          <input type="hidden" name="sellerAmount" value={division.seller} />
          <input type="hidden" name="sellerAmountIn" value="plain" />
          <input type="hidden" name="divisionWords" value="" />
        </SettleForm>
        <OfDivision {...{ escrow, division, intent: 'decline_division', button: t('lookup.settle.answer.decline') }} />
      </div>
    </>
  )
}

function Propose({ escrow, refused, kind }: Props & { kind: DivisionKind }) {
  const { t } = useTranslation()
  const shown = shownIn('propose_division', refused)
  const { payoutWallet, documents } = escrow
  return (
    <div className="divide">
      <FormDisclosure summary={t(`division.make.${kind}`)} open={shown.wasRefused}>
        <SettleForm escrow={escrow} intent="propose_division" button={t('division.propose')} look="filled">
          <input type="hidden" name="divisionKind" value={kind} />
          {kind === 'reduction' && payoutWallet && (
            <>
              <input type="hidden" name="seenAddress" value={payoutWallet.address} />
              <input type="hidden" name="seenMemo" value={payoutWallet.memo ?? ''} />
              <input type="hidden" name="seenDocuments" value={documents.map(({ id }) => id).join(' ')} />
            </>
          )}
          {!payoutWallet && <p className="small">{t('division.noWallet')}</p>}
          <ShareField
            escrow={escrow}
            kind={kind}
            field={shown.field('sellerAmount')}
            chosen={shown.field('sellerAmountRead').defaultValue}
          />
          <TextArea
            {...shown.field('divisionWords')}
            label={t('division.words')}
            hint={t('division.wordsHint')}
            rows={3}
          />
          {kind === 'offer' &&
            escrow.ownSide === 'buyer' &&
            payoutWallet &&
            mustBeChecked(payoutWallet.expectation) && (
              <p className="small muted">{t('division.wouldGo', { wallet: shortAddress(payoutWallet.address) })}</p>
            )}
          <ForBuyer
            {...{ escrow, refused, intent: 'propose_division' }}
            isPaid
            pays={kind === 'reduction' && payoutWallet !== null}
          />
        </SettleForm>
      </FormDisclosure>
    </div>
  )
}

type ForBuyerProps = Props & { intent: SettleIntent; isPaid: boolean; pays: boolean }

/** The buyer's refund wallet if none is stated, and the confirmation of the seller's wallet if it must be checked. */
function ForBuyer({ escrow, refused, intent, isPaid, pays }: ForBuyerProps) {
  const { t } = useTranslation()
  const { ownSide, refundWallet, payoutWallet } = escrow
  if (ownSide !== 'buyer') return null
  const { error } = shownIn(intent, refused).field('checkedForShares')
  return (
    <>
      {isPaid && !refundWallet && (
        <div>
          <p className="small muted">{t('division.walletHint')}</p>
          <WalletFields escrow={escrow} refused={refused} intent={intent} preset={escrow.suggestedWallet} />
        </div>
      )}
      {pays && payoutWallet && mustBeChecked(payoutWallet.expectation) && (
        <Checkbox
          id={settleFieldId(intent, 'checkedForShares')}
          name="checkedForShares"
          label={t('lookup.decision.checked', { wallet: shortAddress(payoutWallet.address) })}
          error={error}
        />
      )}
    </>
  )
}
