/** The harbour's own site: wallet, signing, inbox and weather pages, and the machine endpoints of harbour/admin.ts. */
import { answerMachine, type WalletDeps } from '#harbour/admin.ts'
import { json, type Reply, type Request, type Server, serve, text } from '#harbour/http.ts'
import { answerTime } from '#harbour/time/pages.ts'
import { answerFile } from '#harbour/wallet/files.ts'
import { isFromHere, isToHere } from '#harbour/wallet/gate.ts'
import { answerInbox } from '#harbour/wallet/inbox.ts'
import { LedgerSilent } from '#harbour/wallet/payment.ts'
import { answerStellarSigning } from '#harbour/wallet/stellar-signing/signing.ts'
import { answerWallet } from '#harbour/wallet/wallet.ts'
import { answerWeather } from '#harbour/wallet/weather.ts'
import { answerSigning } from '#harbour/wallet/xrpl-signing/sign.ts'

export async function startWallet(options: { port: number } & WalletDeps): Promise<Server> {
  return serve({ port: options.port, handle: (request) => answer(options, request) })
}

async function answer(deps: WalletDeps, request: Request): Promise<Reply> {
  if (!isToHere(request)) return text(421, 'The harbour answers on 127.0.0.1 and localhost only.')
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isFromHere(request)) {
    return json(403, { error: 'This must come from a page of the harbour.' })
  }
  return serveRequest(deps, request).catch((error: unknown) => {
    if (error instanceof LedgerSilent) return json(503, { error: error.message })
    throw error
  })
}

async function serveRequest(deps: WalletDeps, request: Request): Promise<Reply> {
  return (
    (await answerMachine(deps, request)) ??
    (await answerWallet(deps, request)) ??
    (await answerStellarSigning(deps, request)) ??
    (await answerSigning(deps.purses.xrpl, request)) ??
    answerInbox(deps.post, request) ??
    answerWeather(deps, request) ??
    answerTime(deps.time, request) ??
    answerFile(request) ??
    text(404, 'There is nothing here. The wallet is at /, the inbox at /inbox.')
  )
}
