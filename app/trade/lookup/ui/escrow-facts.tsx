import { useTranslation } from 'react-i18next'
import { PartyName } from '#app/escrow/ui/party-name.tsx'
import { textFacts } from '#app/escrow/ui/text-facts.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code, CopyRow } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { DocumentFileView } from '#app/trade/documents/domain/file-view.ts'
import { DocumentPreview } from '#app/trade/documents/ui/document-preview.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { EscrowWays } from './escrow-ways.tsx'

type EscrowFactsProps = {
  escrow: EscrowView
  reader: Reader
}

export function EscrowFactsSheet({ escrow, reader }: EscrowFactsProps) {
  const { t } = useTranslation()
  const other =
    reader === 'buyer'
      ? {
          label: t('escrow.facts.seller'),
          value: escrow.sellerName ? (
            <PartyName name={escrow.sellerName} isConfirmed={escrow.sellerHasConfirmedEmail} />
          ) : (
            (escrow.sellerEmail ?? t('escrow.facts.sellerOpen'))
          ),
        }
      : {
          label: t('escrow.facts.buyer'),
          value: <PartyName name={escrow.buyerName} isConfirmed={escrow.buyerHasConfirmedEmail} />,
        }
  return (
    <Sheet id="facts" title={t('escrow.facts.title')} aside={<Tag>{t(`escrow.facts.${escrow.type}`)}</Tag>}>
      <Facts
        items={[
          { label: t('escrow.facts.amount'), value: <Amount value={escrow.amount} asset={escrow.currency} /> },
          other,
          { label: t('escrow.facts.opened'), value: <Moment at={escrow.createdAt} as="day" /> },
          {
            label: t('escrow.facts.contract'),
            value: escrow.contract ? (
              <ContractLink escrowId={escrow.id} contract={escrow.contract} />
            ) : (
              t('escrow.facts.noContract')
            ),
          },
          ...(escrow.payingWallet
            ? [{ label: t('submit.payingTitle'), value: <PayingWalletSheet wallet={escrow.payingWallet} /> }]
            : []),
          ...textFacts(escrow.texts, t).reverse(),
        ]}
      />
      {escrow.contract && <HashDisclosure label={t('escrow.facts.contractHash')} hash={escrow.contract.sha256} />}
      {escrow.contract && <DocumentPreview fileName={escrow.contract.fileName} href={`/contracts/${escrow.id}`} />}
      <CopyRow value={escrow.transactionId} what={t('escrow.facts.id')} />
      <EscrowWays escrow={escrow} reader={reader} />
    </Sheet>
  )
}

/** The buyer's paying wallet with its memo or tag. */
export function PayingWalletSheet({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation()
  return (
    <>
      <Code value={wallet.address} size="small" />
      {wallet.memo && <span className="muted small">{t('lookup.wallets.memo', { memo: wallet.memo })}</span>}
    </>
  )
}

/** A plain link: the browser must save the file, and the router must not fetch it. */
export function ContractLink({ escrowId, contract }: { escrowId: string; contract: DocumentFileView }) {
  const { i18n } = useTranslation()
  return (
    <>
      <a href={`/contracts/${escrowId}`} download>
        <bdi>{contract.fileName}</bdi>
      </a>{' '}
      <span className="muted small" suppressHydrationWarning>
        {formatFileSize(contract.size, i18n.language)}
      </span>
    </>
  )
}
