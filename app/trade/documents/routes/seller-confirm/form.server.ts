/** Reads the confirmation form, and finds its problems before any ledger is asked. */

import { looksHuman, stampOf } from '#app/accounts/web/captcha.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { readFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import type { Form, FormFields } from '#app/kernel/web/forms/read-form.server.ts'
import {
  DOCUMENT_KINDS,
  PRESENTED_TYPES,
  type PresentedType,
  SHIPMENT_IMAGE,
  UPLOAD_LIMITS,
} from '#app/trade/documents/domain/documents.ts'
import type { TypedFacts } from '#app/trade/documents/domain/typed-facts.ts'
import { readStatedFacts, readTypedFacts } from '#app/trade/documents/web/stated-facts.server.ts'
import type { ShipmentConfirmation } from '#app/trade/documents/workflows/confirm-shipment.server.ts'

/** One file field per document type, named after the type; several files for images. */
export function fileRules(maxBytes: number) {
  return Object.fromEntries(
    PRESENTED_TYPES.map((type) => [
      type,
      type === SHIPMENT_IMAGE
        ? { kinds: DOCUMENT_KINDS, maxBytes, maxCount: UPLOAD_LIMITS.shipmentImages }
        : { kinds: DOCUMENT_KINDS, maxBytes, maxCount: 1 },
    ]),
  )
}

export type Typed = {
  transactionId: string
  walletAddress: string
  walletMemo: string
  acceptsContract: boolean
  facts: TypedFacts
}

export function readTypedConfirmation(fields: FormFields): Typed {
  return {
    transactionId: fields.get('transactionId'),
    walletAddress: fields.get('walletAddress'),
    walletMemo: fields.get('walletMemo'),
    acceptsContract: fields.isTicked('acceptsContract'),
    facts: readTypedFacts(fields),
  }
}

/** All problems of the form itself (spec §5, Seller confirmation), in field order. */
export function confirmProblemsOf(form: Form): Refusal[] {
  const typed = readTypedConfirmation(form.fields)
  const isHuman = form.fields.isTicked('captcha') && looksHuman(form.fields)
  return [
    ...(typed.transactionId === '' ? [refuse('transaction_id_required', { field: 'transactionId' })] : []),
    ...form.problems,
    ...readStatedFacts(form.fields).problems,
    ...(typed.walletAddress === '' ? [refuse('wallet_required', { field: 'walletAddress' })] : []),
    ...(typed.acceptsContract ? [] : [refuse('contract_not_accepted', { field: 'acceptsContract' })]),
    ...(isHuman ? [] : [refuse('captcha_required', { field: 'captcha' })]),
  ]
}

export function toConfirmation(form: Form, sellerId: string): ShipmentConfirmation {
  const { transactionId, walletAddress, walletMemo } = readTypedConfirmation(form.fields)
  return {
    sellerId,
    transactionId,
    walletAddress,
    walletMemo,
    formToken: readFormToken(form.fields),
    seenCorrection: form.fields.has('seenCorrection') ? form.fields.get('seenCorrection') : undefined,
    seenTerms: form.fields.has('seenTerms') ? form.fields.get('seenTerms') : undefined,
    seenSupplement: form.fields.get('seenSupplement'),
    stamp: stampOf(form.fields),
    facts: readStatedFacts(form.fields).facts,
    files: form.uploads.flatMap((upload) => (isPresented(upload.field) ? [{ type: upload.field, upload }] : [])),
  }
}

function isPresented(field: string): field is PresentedType {
  return (PRESENTED_TYPES as readonly string[]).includes(field)
}
