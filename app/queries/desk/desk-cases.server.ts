/** Money that waits for the operator, each case once, with all that is known of it. */

import { type EscrowClaim, findEscrowClaims } from '#app/db/escrow/stated-payments.server.ts'
import { findClaims, type PaymentClaim } from '#app/db/fees/payment-claims.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { findCases } from '#app/db/ledger-payments/payment-cases.server.ts'
import { type Asset, isAsset } from '#app/domain/kernel/assets.ts'
import { plain, plainUsd } from '#app/domain/kernel/money.ts'
import { explorerLink, type LedgerNetworks } from '#app/domain/ledger-payments/explorer.ts'
import { CASE_KINDS, type CaseKind } from '#app/domain/ledger-payments/payment-case.ts'
import { type ListPage, listPage, rowsOfPage } from './desk-page.ts'

export type Person = { name: string; email: string }

/** A payment of a case as its ledger has it. */
export type CasePayment = {
  hash: string
  /** On the ledger's explorer; null where there is none. */
  explorer: string | null
  from: string
  to: string
  at: string
}

export type ShownCase = {
  id: string
  kind: CaseKind
  /** Plain decimal: what arrived short or late, the excess, or the payment. */
  amount: string
  /** Null: something else than what we settle in; `assetLabel` names it, with its issuer. */
  asset: Asset | null
  assetLabel: string
  openedAt: string
  /** Known by the reference. */
  payer: Person | null
  /**
   * Who said that the payment is theirs, for a fee or for an escrow (`transactionId`): no proof, since everybody can read a
   * hash.
   */
  claims: (Person & { at: string; transactionId: string | null })[]
  /** What the payment carried; null when it carried nothing. */
  memo: string | null
  /** The fee that the reference belongs to. */
  fee: { asset: Asset; amountDue: string; netUsd: string; isPaid: boolean; expiresAt: string } | null
  /** The escrow that the reference belongs to. */
  escrow: { transactionId: string; currency: Asset } | null
  payments: CasePayment[]
  /** `by` is null when it ended by itself. */
  closed: { at: string; by: string | null; outcome: string } | null
}

export async function listCases(
  db: Database,
  ask: { state: 'open' | 'closed'; page: number; networks: LedgerNetworks },
): Promise<ListPage<ShownCase>> {
  const { rows, ...page } = listPage(await findCases(db, { state: ask.state, ...rowsOfPage(ask.page) }), ask.page)
  const hashes = rows.flatMap(({ ledgerPayment }) => ledgerPayment?.hash ?? [])
  const claims = [...(await findEscrowClaims(db, hashes)), ...(await findClaims(db, hashes))]
  return { ...page, rows: rows.map((row) => showCase(row, { claims, networks: ask.networks })) }
}

type CaseRow = Awaited<ReturnType<typeof findCases>>[number]

function showCase(
  row: CaseRow,
  known: { claims: (PaymentClaim | EscrowClaim)[]; networks: LedgerNetworks },
): ShownCase {
  const { ledgerPayment: payment } = row
  const quote = row.feeQuote ?? payment?.feeQuote ?? null
  const escrow = payment?.escrow ?? null
  const payer = quote?.user ?? escrow?.buyer ?? null
  return {
    id: row.id,
    kind: CASE_KINDS.find((kind) => kind === row.kind) ?? 'needs_review',
    amount: plain(row.amount),
    asset: payment ? payment.asset : isAsset(row.assetLabel) ? row.assetLabel : null,
    assetLabel: row.assetLabel,
    openedAt: row.openedAt.toISOString(),
    payer: payer && { name: payer.name, email: payer.email },
    claims: known.claims
      .filter(({ hash }) => hash === payment?.hash)
      .map((claim) => ({
        name: claim.name,
        email: claim.email,
        at: claim.at.toISOString(),
        transactionId: 'transactionId' in claim ? claim.transactionId : null,
      })),
    memo: payment ? payment.memo : quote && String(quote.reference),
    fee: quote && {
      asset: quote.asset,
      amountDue: plain(quote.amountDue),
      netUsd: plainUsd(quote.netUsd),
      isPaid: quote.state === 'paid',
      expiresAt: quote.expiresAt.toISOString(),
    },
    escrow: escrow && { transactionId: escrow.transactionId, currency: escrow.currency },
    payments: (payment ? [payment, ...row.gathered] : (row.feeQuote?.payments ?? [])).map(
      ({ network, hash, fromAddress, toAddress, closedAt }) => ({
        hash,
        explorer: explorerLink(known.networks, { network, hash }),
        from: fromAddress,
        to: toAddress,
        at: closedAt.toISOString(),
      }),
    ),
    closed: row.closedAt && {
      at: row.closedAt.toISOString(),
      by: row.closedBy?.name ?? null,
      outcome: row.outcome ?? '',
    },
  }
}
