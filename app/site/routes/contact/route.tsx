import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { Trap } from '#app/accounts/ui/trap.tsx'
import { handOutGuard, looksHuman, takeGuard } from '#app/accounts/web/captcha.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { loadViewer } from '#app/accounts/web/viewer.server.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { FormToken } from '#app/kernel/ui/forms/form-token.tsx'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { AnswerTime, CompanySheet } from '#app/site/ui/company.tsx'
import { sendMessage } from '#app/site/workflows/send-message.server.ts'
import { mailAddressIn, mailtoLink } from './mailto.ts'
import { MESSAGE_LIMITS, readMessage } from './message.server.ts'

export const handle: PageHandle = { title: 'nav.contact', description: 'meta.contact' }

/** Prefills the subject of a link (`/contact?subject=…`; spec §2, Contact), and the signed-in person. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  const subject = new URL(request.url).searchParams.get('subject') ?? ''
  return {
    subject: subject.trim().slice(0, MESSAGE_LIMITS.subject),
    support: mailAddressIn(config.mail.support),
    limits: MESSAGE_LIMITS,
    guard: handOutGuard(),
    from: viewer && { name: viewer.name, email: viewer.email },
  }
}

/** Send opens the visitor's mail program and stores nothing here (spec §2, Contact); without one, the page sends. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const { typed, problems } = readMessage(fields)
  const t = translatorFor(await readerLanguage(request))
  const refuse = (sentences: Problem[], status = 400) =>
    data({ problems: sentences, values: typed, mailto: null, isSent: false, guard: null }, { status })
  if (problems.length > 0) return refuse(problems.map(({ field, sentence }) => ({ field, text: t(sentence) })))
  if (fields.get('via') === 'page') {
    const askAgain = () => {
      const problems: Problem[] = [{ text: t('contact.again') }]
      return data({ problems, values: typed, mailto: null, isSent: false, guard: handOutGuard() }, { status: 400 })
    }
    if (!looksHuman(fields)) return askAgain()
    const support = mailAddressIn(config.mail.support)
    if (await areTooMany(request, typed.email)) {
      return refuse([{ text: t('contact.tooMany', { replace: { address: support } }) }], 429)
    }
    if (!(await takeGuard(fields))) return askAgain()
    const viewer = await loadViewer(request)
    await sendMessage(deps, { ...typed, account: viewer?.email ?? null })
    return data({ problems: [], values: typed, mailto: null, isSent: true, guard: handOutGuard() })
  }
  const mailto = mailtoLink({
    to: mailAddressIn(config.mail.support),
    subject: typed.subject || t('contact.defaultSubject'),
    body: `${typed.message}\n\n${t('contact.from', { replace: { name: typed.name, email: typed.email } })}`,
  })
  return data({ problems: [], values: typed, mailto, isSent: false, guard: null })
}

/** Counted per address, per network, and for everybody together. */
async function areTooMany(request: Request, email: string): Promise<boolean> {
  const waits = [
    await minutesToWait('message_by_ip', clientNetwork(request)),
    await minutesToWait('message_by_email', normalizeEmail(email)),
  ]
  if (waits.some((minutes) => minutes !== null)) return true
  return (await minutesToWait('message_by_anybody', 'all')) !== null
}

export default function Contact() {
  const { t } = useTranslation()
  const { subject, support, limits, from, guard: first } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  // Sending uses up the guard of the page: the next message has its own.
  const guard = answer?.guard ?? first
  const { problems, error, typed } = shownAgain(answer)
  return (
    <Read>
      <PageHead title={t('nav.contact')} lead={t('contact.lead')} />
      <div className="stack">
        {answer?.isSent && (
          <Note tone="good" role="status" title={t('contact.received')}>
            <p>{t('contact.receivedText', { email: answer.values.email })}</p>
          </Note>
        )}
        {answer?.mailto && <Thanks answer={answer} mailto={answer.mailto} />}
        <Form method="post" className="sheet">
          <ErrorSummary problems={problems} />
          <div className="part">
            <Field
              name="name"
              label={t('contact.name')}
              error={error('name')}
              defaultValue={typed('name') ?? from?.name}
              autoComplete="name"
              maxLength={limits.name}
              required
            />
            <Field
              name="email"
              type="email"
              label={t('contact.email')}
              error={error('email')}
              defaultValue={typed('email') ?? from?.email}
              autoComplete="email"
              maxLength={limits.email}
              required
            />
            <Field
              name="subject"
              label={t('contact.subject')}
              note={t('form.optional')}
              error={error('subject')}
              defaultValue={typed('subject') ?? subject}
              maxLength={limits.subject}
            />
            <TextArea
              name="message"
              label={t('contact.message')}
              error={error('message')}
              defaultValue={typed('message')}
              rows={6}
              maxLength={limits.message}
              required
            />
            <Trap key={guard.stamp} stamp={guard.stamp} />
            <FormToken key={guard.formToken} token={guard.formToken} />
            <Actions after>
              <Button name="via" value="page">
                {t('contact.sendHere')}
              </Button>
              <Button name="via" value="mail" look="line">
                {t('contact.send')}
              </Button>
            </Actions>
            <p className="hint">{t('contact.ways')}</p>
          </div>
        </Form>
      </div>
      <p className="fine">
        <SupportAddress sentence={t('contact.direct', { address: support })} support={support} />
        <AnswerTime />
      </p>
      <CompanySheet />
    </Read>
  )
}

type ThanksProps = { answer: object; mailto: string }

/** Opens the mail program once per answer; the link does it manually, and alone without JavaScript. */
function Thanks({ answer, mailto }: ThanksProps) {
  const { t } = useTranslation()
  const note = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same letter sent twice is two answers
  useEffect(() => {
    note.current?.focus()
    window.location.assign(mailto)
  }, [answer, mailto])
  return (
    <div ref={note} tabIndex={-1}>
      <Note tone="good" role="status" title={t('contact.thanks')}>
        <p>
          <a href={mailto}>{t('contact.openMail')}</a>
        </p>
      </Note>
    </div>
  )
}

function SupportAddress({ sentence, support }: { sentence: string; support: string }) {
  return (
    <RichText
      text={sentence}
      components={{
        mail: (
          <a href={`mailto:${support}`} dir="ltr">
            {support}
          </a>
        ),
      }}
    />
  )
}
