import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ButtonLink, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { PrintButton } from '#app/kernel/ui/page/print-button.tsx'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { UncountedNote } from '#app/ledgers/payments/ui/uncounted.tsx'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'
import { inOneLine } from '#app/records/statement/domain/paper.ts'
import { PaperFacts, PaperSheet, PaperText } from '#app/records/statement/ui/paper.tsx'
import { openReceipt } from '#app/records/statement/web/receipt.server.ts'
import { makeOutReceipt } from '#app/records/statement/workflows/make-out-receipt.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { FeeBacks } from '#app/unmatched/ui/fee-backs.tsx'
import { MakeOut } from './make-out.tsx'

export const handle: PageHandle = { title: 'pages.receipt' }

const numberIn = (request: Request) => new URL(request.url).searchParams.get('number')

/** A buyer's own receipt; operators see every one. 404 when no fee was paid here. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer, receipt, others, billing, paper } = await openReceipt(request, numberIn(request))
  const { title, status, head, sections, foot } = paper
  const { number, serviceFee, backs } = receipt
  const isSaved = new URL(request.url).searchParams.has('saved')
  return {
    paper: { title, status, head, sections, foot },
    receipt: { number, serviceFee },
    // Only its payer sees these.
    own: viewer.role === 'admin' ? null : { backs, others, billing, isSaved, canSubmit: viewer.canSubmit },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/receipt', request)
  await countTry('change_detail_by_user', viewer.id)
  const fields = await readFields(request)
  const number = fields.get('number')
  if (!looksLikeReference(number)) throw new Response(null, { status: 404 })
  const typed = {
    billedName: fields.get('billedName'),
    billedAddress: fields.get('billedAddress'),
    billedTaxNumber: fields.get('billedTaxNumber'),
  }
  const saved = await makeOutReceipt(deps, { userId: viewer.id, number: Number(number), typed })
  if (!isRefusal(saved)) return redirect(`/receipt?number=${encodeURIComponent(number)}&saved=1`, 303)
  const text = refusalText(translatorFor(await detectLanguage(request, viewer.language)), saved)
  const problems = [{ text, ...(saved.field !== undefined && { field: saved.field }) }]
  return data<RefusedForm>({ problems, values: typed }, { status: 400 })
}

export const shouldRevalidate = readAnew

export default function Receipt() {
  const { t } = useTranslation()
  const { paper, receipt, own } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  const { problems } = shownAgain(refused)
  return (
    <Read>
      <div className="paper">
        <PageHead title={<PaperText words={paper.title} />} />
        <Actions>
          {/* A plain link: the browser must save the file, and the router must not fetch it. */}
          <a className={buttonClass()} href={`/receipts/${receipt.number}.pdf`} download>
            <Icon name="down" />
            {t('receipt.download')}
          </a>
          <PrintButton>{t('receipt.print')}</PrintButton>
        </Actions>
        <div className="stack paper__sheets">
          <ErrorSummary problems={problems} />
          {own?.isSaved && problems.length === 0 && <Note tone="good" role="status" title={t('receipt.saved')} />}
          {own && (
            <div className="stack no-print">
              <FeeBacks backs={own.backs.filter(({ state }) => state !== 'sent' && state !== 'by_hand')} />
              <UncountedNote payments={own.others} />
            </div>
          )}
          <Note tone="good" title={<PaperText words={paper.status.label} />}>
            <p>{paper.status.text}</p>
          </Note>
          <Sheet>
            <PaperFacts facts={paper.head} />
          </Sheet>
          {paper.sections.map((section) => (
            <PaperSheet key={inOneLine(section.title)} section={section} />
          ))}
          <p className="small muted paper__foot">{paper.foot}</p>
          {own && <MakeOut billing={own.billing} number={receipt.number} refused={refused ?? null} />}
          {own?.canSubmit && (
            <Actions>
              <ButtonLink to="/submit">{t('nav.submit')}</ButtonLink>
            </Actions>
          )}
        </div>
      </div>
    </Read>
  )
}
