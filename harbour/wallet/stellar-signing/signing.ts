/** Handles the page where a Stellar transaction is read and signed. */

import { stellarPlayKey } from '#harbour/accounts.ts'
import type { WalletDeps } from '#harbour/admin.ts'
import type { Reply, Request } from '#harbour/http.ts'
import { stellarSignPage } from '#harbour/wallet/pages/stellar-sign-page.ts'
import { LedgerSilent } from '#harbour/wallet/payment.ts'
import { RequestUnreadable } from '#harbour/wallet/payment-request.ts'
import { readTransaction } from '#harbour/wallet/stellar-signing/reading.ts'
import { SIGN_WAYS, type SignWay, signRequest } from '#harbour/wallet/stellar-signing/sign.ts'
import { readSigningRequest, type SigningRequest } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { isWalletName, WALLETS, type WalletName } from '#harbour/wallet/wallets.ts'

/** Null: not this page. */
export async function answerStellarSigning(deps: WalletDeps, request: Request): Promise<Reply | null> {
  switch (`${request.method} ${request.url.pathname}`) {
    case 'GET /sign/stellar':
      // Another page may link here with a request; nothing is signed before the form is sent.
      return show(deps, formOf(request.url.searchParams), null)
    case 'POST /sign/stellar': {
      const fields = new URLSearchParams(request.body)
      const way = SIGN_WAYS.find((known) => known === fields.get('do')) ?? null
      return show(deps, formOf(fields), way)
    }
    default:
      return null
  }
}

type Form = { request: string; from: WalletName | null }

function formOf(fields: URLSearchParams): Form {
  const from = fields.get('from')
  return { request: fields.get('request')?.trim() ?? '', from: isWalletName(from) ? from : null }
}

async function show(deps: WalletDeps, form: Form, way: SignWay | null): Promise<Reply> {
  const empty = { text: form.request, from: form.from ?? 'buyer', request: null, reading: null, signed: null }
  if (form.request === '' && way === null) return stellarSignPage({ ...empty, problem: null })
  try {
    const request = readSigningRequest(form.request, deps.terms.passphrase)
    const from = form.from ?? askedWallet(request) ?? 'buyer'
    const reading = await readTransaction(request.transaction, { terms: deps.terms, purse: deps.purses.stellar })
    const view = { ...empty, from, request, reading, problem: null }
    if (way === null) return stellarSignPage(view)
    try {
      return stellarSignPage({ ...view, signed: await signRequest(request, { from, way, purse: deps.purses.stellar }) })
    } catch (error) {
      if (error instanceof RequestUnreadable) return stellarSignPage({ ...view, problem: error.message })
      throw error
    }
  } catch (error) {
    if (!(error instanceof RequestUnreadable || error instanceof LedgerSilent)) throw error
    return stellarSignPage({ ...empty, problem: error.message })
  }
}

/** The play account that should sign; null: none is named. */
function askedWallet({ signer }: SigningRequest): WalletName | null {
  return WALLETS.find(({ name }) => stellarPlayKey(name).publicKey() === signer)?.name ?? null
}
