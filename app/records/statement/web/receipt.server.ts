/** The receipt of a service fee for its payer, and for operators: as page data, and as a PDF. */
import { redirect } from '@remix-run/node'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { assertSecondStep, loadViewer, requireVisit } from '#app/accounts/web/viewer.server.ts'
import type { Company } from '#app/kernel/i18n/company.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { statementTranslator } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'
import type { Paper } from '#app/records/statement/domain/paper.ts'
import type { ReceiptSeller } from '#app/records/statement/domain/receipt.ts'
import { writeReceipt } from '#app/records/statement/i18n/receipt-paper.ts'
import { type FoundReceipt, findFeeReceipt } from '#app/records/statement/queries/fee-receipt.server.ts'
import { keepSeller } from '#app/records/statement/workflows/make-out-receipt.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { answerPdf, printOrSayBusy } from './answer-pdf.server.ts'

type Opened = FoundReceipt & { viewer: Viewer; language: Language }

/**
 * `number`: from the URL; null means the person's newest. Throws a Response for everyone who may not read it: a
 * redirect to the login, or 404 as if there were no such receipt.
 */
export async function openReceipt(request: Request, number: string | null): Promise<Opened & { paper: Paper }> {
  const opened = await find(request, number)
  const { language, receipt } = opened
  const [t, en] = [statementTranslator(language), statementTranslator('en')]
  return { ...opened, paper: writeReceipt({ t, en, language, receipt, origin: config.origin }) }
}

async function find(request: Request, typed: string | null): Promise<Opened> {
  const viewer = await requireVisit('/receipt', request)
  assertSecondStep(viewer)
  if (typed !== null && !looksLikeReference(typed)) throw new Response(null, { status: 404 })
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  const ask = {
    userId: viewer.role === 'admin' ? null : viewer.id,
    ...(typed !== null && { number: Number(typed) }),
    networks,
    now: deps.clock.now(),
  }
  const found = await findFeeReceipt(deps.db, ask)
  if (!found) throw new Response(null, { status: 404 })
  const language = await detectLanguage(request, viewer.language)
  if (found.receipt.seller) return { ...found, viewer, language }
  const seller = sellerOf(config.company)
  if (seller) await keepSeller(deps, { number: Number(found.receipt.number), seller })
  return { ...found, receipt: { ...found.receipt, seller }, viewer, language }
}

/** Null: the settings name no company yet, so none is stored with the receipt. */
function sellerOf({ name, address, register, taxLine }: Company): ReceiptSeller | null {
  return name === null ? null : { name, address, register, taxLine }
}

/** The PDF as an attachment. Throws like openReceipt, and a 429 or 503 Response for too many requests. */
export async function sendReceiptPdf(request: Request, typed: string | undefined): Promise<Response> {
  // After the login the person sees the page, and downloads the file there.
  if (!(await loadViewer(request)))
    throw redirect(entrance('/login', `/receipt?number=${encodeURIComponent(typed ?? '')}`))
  const { viewer, language, receipt } = await find(request, typed ?? '')
  await countTry('print_by_user', viewer.id)
  const pdf = await printOrSayBusy({ of: { receipt }, language, origin: config.origin })
  return answerPdf(pdf, `quayside-receipt-${receipt.number}.pdf`)
}
