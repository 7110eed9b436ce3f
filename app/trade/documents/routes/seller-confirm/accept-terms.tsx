import { useTranslation } from 'react-i18next'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { DocumentPreview } from '#app/trade/documents/ui/document-preview.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { ContractLink } from '#app/trade/lookup/ui/escrow-facts.tsx'

type AcceptTermsProps = { escrow: PartyView | null; error: string | null; isTicked: boolean }

/** The contract and the checkbox that accepts it. Once the terms are accepted, only a sentence that says so. */
export function AcceptTerms({ escrow, error, isTicked }: AcceptTermsProps) {
  const { t } = useTranslation()
  const last = escrow?.sealed.versions.at(-1)
  const isAccepted = last !== undefined && !escrow?.sealed.mayAccept
  if (isAccepted) {
    return (
      <>
        <input type="hidden" name="acceptsContract" value="on" />
        <p className="small">
          {t('terms.title')}:{' '}
          <MomentSentence
            at={last.acceptedAt}
            text={(time) => t('terms.fixed', { version: String(last.version), time })}
          />
        </p>
      </>
    )
  }
  return (
    <>
      {escrow && <Contract escrow={escrow} />}
      {escrow?.sealed.sheet && (
        <p className="small">
          <a href="#terms">{t('terms.title')}</a>. {t('terms.byConfirming')}
        </p>
      )}
      <Checkbox name="acceptsContract" label={t('seller.acceptTerms')} error={error} defaultChecked={isTicked} />
    </>
  )
}

function Contract({ escrow }: { escrow: PartyView }) {
  const { t } = useTranslation()
  if (!escrow.contract) return <p className="small">{t('escrow.facts.noContract')}</p>
  return (
    <div>
      <p>
        <ContractLink escrowId={escrow.id} contract={escrow.contract} />
      </p>
      <HashDisclosure label={t('escrow.facts.contractHash')} hash={escrow.contract.sha256} />
      <DocumentPreview fileName={escrow.contract.fileName} href={`/contracts/${escrow.id}`} />
    </div>
  )
}
